/// Names a call, among all that one actor system makes.
struct CallID: Hashable, Comparable, Sendable {
  let rawValue: UInt64

  static func < (left: CallID, right: CallID) -> Bool { left.rawValue < right.rawValue }
}
