/// The lane, the epoch and the number of an action: what its message and its answer begin with.
///
/// The message of the lane's next action has no heading where it directly follows in the same batch, and so with
/// answers. From version 7 of the protocol on.
@usableFromInline
package struct ActionHeading: Equatable, Sendable {
  @usableFromInline package let lane: LaneID
  @usableFromInline package let epoch: Epoch
  @usableFromInline package var sequence: SequenceNumber

  @inlinable
  package init(_ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber) {
    self.lane = lane
    self.epoch = epoch
    self.sequence = sequence
  }

  /// No action has it: their numbers begin with 1.
  @inlinable
  package static var none: ActionHeading {
    ActionHeading(LaneID(rawValue: 0), Epoch(rawValue: 0), SequenceNumber(rawValue: 0))
  }

  /// True if another may follow without a heading: it is one, and its number is not the last that a message can say.
  @inlinable
  package var hasNext: Bool { sequence.rawValue &- 1 < (1 << 62) - 2 }

  /// The heading of the lane's next action.
  @inlinable
  package var next: ActionHeading { ActionHeading(lane, epoch, sequence.next) }

  // Written out, as a comparison of a type of another module takes a call otherwise.
  @inlinable @inline(__always)
  package static func == (left: ActionHeading, right: ActionHeading) -> Bool {
    left.sequence == right.sequence && left.lane == right.lane && left.epoch == right.epoch
  }
}
