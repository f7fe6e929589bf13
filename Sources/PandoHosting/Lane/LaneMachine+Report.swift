extension LaneMachine {
  /// The place, among the uncommitted actions of the lane, of the first one that its worker has and has not
  /// answered; nil while it owes nothing. O(actions in flight).
  package var firstUnansweredPlace: Int? {
    guard phase == .open else { return nil }
    for index in 0..<dispatchedCount where isUnanswered(index) { return index }
    return nil
  }
}

extension LaneMachine {
  /// The place, among the uncommitted actions of the lane, of the first one that is to be reduced alone.
  package var firstSuspectPlace: Int? {
    for index in 0..<slots.count where slots[index].record.needsTrial { return index }
    return nil
  }
}
