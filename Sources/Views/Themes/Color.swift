import Glibc

/// An opaque colour in the sRGB colour space.
public struct Color: Hashable, Sendable {
    /// The amount of red, 0 to 255.
    public var red: UInt8
    /// The amount of green, 0 to 255.
    public var green: UInt8
    /// The amount of blue, 0 to 255.
    public var blue: UInt8

    /// Creates a colour from its components, each 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a colour from its hexadecimal notation: `Color(0x0f6b66)` is `#0f6b66` in CSS. Bits above the lowest 24
    /// are ignored.
    public init(_ rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// White.
    public static let white = Color(0xffffff)
    /// Black.
    public static let black = Color(0x000000)

    /// The contrast ratio of text in one of the colours on the other, from 1 to 21 (WCAG 2.2, "contrast ratio").
    public func contrast(with other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Returns a mixture with another colour.
    ///
    /// - Parameter share: the share of `other`, from 0 for this colour to 1 for the other.
    public func mixed(with other: Color, share: Double) -> Color {
        let share = share > 0 ? min(share, 1) : 0
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
        }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The colour in CSS notation, such as `#0f6b66`.
    package var css: String {
        let digits = Array("0123456789abcdef".utf8)
        return "#"
            + String(
                decoding: [red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2).
    private var luminance: Double {
        0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
    }

    /// The linear value of each component (IEC 61966-2-1).
    private static let linear: [Double] = (0...255).map { component in
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

/// A colour for light and one for dark appearance.
public struct AdaptiveColor: Hashable, Sendable {
    /// The colour in light appearance.
    public var light: Color
    /// The colour in dark appearance.
    public var dark: Color

    /// Creates a colour for both appearances.
    public init(light: Color, dark: Color) {
        self.light = light
        self.dark = dark
    }
}
