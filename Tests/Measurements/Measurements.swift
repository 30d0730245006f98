@main struct Measurements { static func main() {} }
