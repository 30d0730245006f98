/// Parses `input` as a whole, octet by octet and in two parts, and ends the process if the outcomes differ.
///
/// - Parameter outcome: parses the input in parts of these lengths, and describes the result.
/// - Returns: the outcome.
@discardableResult
func outcomeOfEachDivision(
    of input: [UInt8], _ outcome: (_ input: [UInt8], _ parts: [Int]) -> [String]
) -> [String] {
    let whole = outcome(input, [input.count])
    // The first octet determines the position of a cut into two parts.
    let cut = Int(input.first ?? 1) % max(1, input.count)
    for parts in [Array(repeating: 1, count: input.count), [cut, input.count - cut]] {
        let other = outcome(input, parts)
        if other != whole { broken("in parts of \(parts.prefix(3)): \(other), whole: \(whole)") }
    }
    return whole
}
