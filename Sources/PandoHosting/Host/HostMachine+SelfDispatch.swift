import PandoWire

// A host may dispatch what an effect on it sends by itself: it reduces the action as the next one, and the
// client hears of the send with its result. The client's own order decides. The actions of which the host does
// not know whether the client took them are always the last ones, up to `next`.
extension HostMachine {
  /// Returns whether the host may dispatch what an effect sends now, before the client does.
  package mutating func maySelfDispatch() -> Bool {
    selfDispatches && heldCount < Self.heldAtMost && limit.takes()
  }

  /// True if the client has yet to say whether it took an action that the host dispatched.
  @inline(__always)
  package var hasUnconfirmed: Bool { !unconfirmed.isEmpty }

  /// The number of the oldest send that was dispatched here and that the client is not known to have taken.
  package var oldestUnconfirmed: UInt64? { unconfirmed.first }

  /// The first action that the client is not known to have taken.
  private var firstUnconfirmed: SequenceNumber {
    SequenceNumber(rawValue: next.rawValue &- UInt64(unconfirmed.count))
  }

  /// The action just reduced went to the client as the send with this number.
  mutating func noteSelfDispatch(_ number: UInt64) {
    precondition(unconfirmed.last.map { $0 < number } ?? true, "sends are numbered in order")
    unconfirmed.append(number)
  }

  /// The client dispatches the action with this number: it took all that were dispatched here before it, and
  /// none from it on.
  mutating func confirm(
    before sequence: SequenceNumber, in epoch: Epoch, _ directives: inout [HostDirective]
  ) {
    guard !unconfirmed.isEmpty, epoch == self.epoch, sequence >= firstUnconfirmed, sequence <= next
    else { return }
    let isTaken = sequence == next
    unconfirmed.removeAll(keepingCapacity: true)
    if isTaken { return limit.noteSuccess() }
    limit.noteFailure()
    takeBack(from: sequence, &directives)
  }

  /// The client has committed everything up to this number.
  mutating func confirm(through sequence: SequenceNumber) {
    guard !unconfirmed.isEmpty, sequence >= firstUnconfirmed else { return }
    unconfirmed.removeFirst(sequence.distance(from: firstUnconfirmed) + 1)
    limit.noteSuccess()
  }

  /// The client goes on from this number in another epoch: what was dispatched here from it on is lost.
  mutating func confirm(beforeRebaseFrom sequence: SequenceNumber) {
    guard !unconfirmed.isEmpty else { return }
    if sequence < next { limit.noteFailure() } else { limit.noteSuccess() }
    unconfirmed.removeAll(keepingCapacity: true)
  }

  /// Goes back to the state before an action that has not committed.
  mutating func takeBack(from sequence: SequenceNumber, _ directives: inout [HostDirective]) {
    do {
      try rebuildLatest(before: sequence)
    } catch {
      preconditionFailure("a host's own patch fits the state it was made from: \(error)")
    }
    directives.append(.squash(from: sequence))
    directives.append(.restore(latest))
  }

  /// The number of uncommitted actions with which a host dispatches nothing itself: to take one back costs
  /// as many patches.
  private static var heldAtMost: Int { 64 }
}
