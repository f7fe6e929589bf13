@testable import Pando

private enum TimerID: Hashable, Codable { case timer }
private enum PlainID: Hashable { case timer, other }

/// An identity of the name that another file uses too.
enum SecondPrivateID {
  static var codable: CancelID { CancelID(TimerID.timer) }
  static var plain: CancelID { CancelID(PlainID.timer) }
  static var otherPlain: CancelID { CancelID(PlainID.other) }
}
