import Foundation

extension BinaryInteger {
  /// With a comma between thousands: 12,345.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}

extension Double {
  /// With so many digits behind the point, whatever the locale.
  func formatted(decimals: Int) -> String {
    String(format: "%.\(decimals)f", self)
  }
}

/// A number of things: "1 file", "2,000 files".
func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count.grouped) \(count == 1 ? one : many ?? one + "s")"
}
