import FoundationEssentials
import PandoBase

/// Why a reducer may give several values for one, as far as the values tell.
package enum DifferenceCause {
  case clock, order, identity, counter, chance

  /// Judges by all that was seen in one place, in the order of the runs.
  package init(_ values: [Any]) {
    let values = values.map(Self.unwrapped)
    if values.allSatisfy(Self.isTime) {
      self = .clock
    } else if values.allSatisfy({ $0 is UUID }) {
      self = .identity
    } else if let first = values.first,
      values.dropFirst().allSatisfy({ Self.hasSameParts(first, $0) })
    {
      self = .order
    } else if Self.isCount(values) {
      self = .counter
    } else {
      self = .chance
    }
  }

  /// The likely cause, and how to mend it.
  package var advice: String {
    switch self {
    case .clock:
      """
      It looks like a clock. Read the time from "@Dependency(\\.date)" or from a clock of the \
      dependencies, which a test can set; a hosted reducer should be told it by the action, because \
      it may be run again.
      """
    case .order:
      """
      The parts are the same in another order. A dictionary or a set has another order in every \
      process: sort what comes of it.
      """
    case .identity:
      """
      It is an identity that was made anew. Take it from "@Dependency(\\.uuid)", and let an action \
      carry it to a hosted reducer, which may be run again.
      """
    case .counter:
      """
      It counts up from one reduction to the next: something outside of the state counts, such as a \
      global variable. Keep the count in the state.
      """
    case .chance:
      """
      It looks like chance, or comes from outside of the state, such as from a global variable. Draw \
      random numbers from "@Dependency(\\.withRandomNumberGenerator)", and let an action carry them \
      to a hosted reducer, which may be run again; keep everything else in the state.
      """
    }
  }

  // MARK: - Signs

  /// Returns whether two lists have the same elements in different orders.
  static func isReordered(_ first: [Any], _ second: [Any]) -> Bool {
    guard isDescribed(first), isDescribed(second) else { return false }
    let (left, right) = (first.map { "\($0)" }, second.map { "\($0)" })
    return left != right && left.sorted() == right.sorted()
  }

  /// Returns whether a value is flat and small enough for the descriptions of its parts.
  private static func isDescribed(_ value: Any) -> Bool {
    ValueBounds.hold(value, parts: 100_000, bytes: 4 << 20)
  }

  private static func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value ?? value : value
  }

  /// A date, an instant, or a number that is about now in some unit since 1970 or 2001.
  private static func isTime(_ value: Any) -> Bool {
    if value is Date || value is any InstantProtocol { return true }
    guard let number = number(value) else { return false }
    let now = Date()
    let day: Double = 86_400
    return [1, 1_000, 1_000_000, 1_000_000_000].contains { unit in
      [now.timeIntervalSince1970, now.timeIntervalSinceReferenceDate].contains {
        abs(number / unit - $0) < day
      }
    }
  }

  private static func hasSameParts(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? String, let second = second as? String {
      return first.sorted() == second.sorted()
    }
    let (left, right) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard left.displayStyle == .collection, right.displayStyle == .collection,
      isDescribed(first), isDescribed(second)
    else { return false }
    return left.children.map { "\($0.value)" }.sorted()
      == right.children.map { "\($0.value)" }.sorted()
  }

  /// Returns whether integers grow by the same step from run to run.
  private static func isCount(_ values: [Any]) -> Bool {
    let numbers = values.compactMap { ($0 as? any BinaryInteger).map { Int(clamping: $0) } }
    guard numbers.count == values.count, numbers.count > 2 else { return false }
    let steps = zip(numbers, numbers.dropFirst()).map { $1.subtractingReportingOverflow($0) }
    guard let first = steps.first, first.partialValue != 0 else { return false }
    return steps.allSatisfy { !$0.overflow && $0.partialValue == first.partialValue }
  }

  private static func number(_ value: Any) -> Double? {
    if let value = value as? any BinaryInteger { return Double(Int(clamping: value)) }
    return (value as? any BinaryFloatingPoint).map { Double($0) }
  }
}
