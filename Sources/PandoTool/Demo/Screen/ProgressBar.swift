/// A bar of characters.
enum ProgressBar {
  /// Characters of the name before a bar.
  static let nameWidth = 11

  /// A name, its bar, and how many of how many.
  static func line(
    _ name: String, _ part: Int, of whole: Int, note: String = "", width: Int
  ) -> String {
    let start = name.fitted(to: nameWidth)
    let end =
      " " + percent(part, of: whole) + "  "
      + "\(part.grouped) of \(whole.grouped)\(note)".fitted(to: 28)
    let bar = text(
      whole == 0 ? 1 : Double(part) / Double(whole), width: width - start.count - end.count)
    return start + bar + end
  }

  /// Exactly `width` characters: `[####......]`. Full only when all is done.
  static func text(_ fraction: Double, width: Int) -> String {
    guard width > 2 else { return String(repeating: " ", count: max(0, width)) }
    let cells = width - 2
    let filled = Int((min(max(fraction.isNaN ? 0 : fraction, 0), 1) * Double(cells)))
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: cells - filled) + "]"
  }

  /// Returns a part of a whole as a percentage of three digits.
  static func percent(_ part: Int, of whole: Int) -> String {
    (whole == 0 ? "100" : "\(part * 100 / whole)").right(in: 3) + " %"
  }
}
