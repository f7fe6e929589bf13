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
  /// Returns the epoch in which an uncommitted action is at the worker; nil where it is not there.
  package func epoch(ofDispatched sequence: SequenceNumber) -> Epoch? {
    guard sequence >= first, sequence < first.advanced(by: dispatchedCount) else { return nil }
    return slots[Int(sequence.rawValue - first.rawValue)].dispatched
  }
}

extension LaneMachine {
  /// The place, among the uncommitted actions of the lane, of the first one that is to be reduced alone.
  package var firstSuspectPlace: Int? {
    for index in 0..<slots.count where slots[index].record.needsTrial { return index }
    return nil
  }
}
