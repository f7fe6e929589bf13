import PandoWire

/// A message of a worker to a client.
package enum WorkerMessage: Equatable, Sendable {
  /// Accepts a session.
  case welcome(Welcome)

  /// Does not accept it, or ends it.
  case refuse(reason: String)

  case opened(LaneID)

  /// The worker cannot host the lane, or not any more.
  case failed(LaneID, reason: String)

  case result(LaneID, Epoch, SequenceNumber, HostedResult)

  /// An effect of the action with this number sent an action; the numbers of a lane's sends count up
  /// from 1. Perhaps the worker has reduced it already.
  case emit(LaneID, SequenceNumber, number: UInt64, HostedAction, SelfDispatch? = nil)

  /// So many effects of the action with this number have ended.
  case finished(LaneID, SequenceNumber, count: Int)

  /// The lane is freed.
  case closed(LaneID, cancelledCount: Int)

  case pong(UInt64, laneCount: Int)

  /// Everything that was sent before the checkpoint with this number is done.
  case reached(UInt64)

  /// The lane has been reducing one action for longer than it may; the process is about to end for it.
  case hangs(LaneID)

  /// The worker drains: its lanes are to move, and within so long effects that run come to their ends.
  case draining(withinMilliseconds: Int)

  /// It does not drain any longer.
  case undrained

  /// The `emit` of the lane with this number, which follows, is of an action that is traced: here is the
  /// context. Only where the client has sent a `trace` in this session.
  case trace(LaneID, number: UInt64, TraceCarrier)

  /// Effects of the lane were cancelled and do not end; the process is about to end for that. From version 8 of the
  /// protocol on. The lane may be one that closes, or has left.
  case effectHangs(LaneID, EffectHangNotice)

  /// The process is about to end, by this code of the client's. From version 9 of the protocol on, and only where nobody
  /// who started the process is told.
  case crashes(Culprit)

  /// The processor time that the client's actions took. From version 11 of the protocol on.
  case spent([ActionCost])
}

extension WorkerMessage {
  /// The beginning of the reason with which a worker that stops ends its sessions.
  package static let stoppingReason = "the worker is stopping"

  /// The reason with which a worker ends the sessions of clients whose code is not why it crashes.
  package static let crashingReason =
    stoppingReason + ": it has crashed in a feature of another client"

  /// The same where another process has sent it the signal.
  package static let endedReason = stoppingReason + ": another process has ended it"

  /// The reason with which a worker turns away a client that has no session, or none any more, as it was silent for too
  /// long.
  package static let strangerReason = "it spoke before it said hello"

  /// Returns the end of the link where the worker ends the session for a reason.
  package static func end(ofRefusal reason: String) -> LinkEnd {
    reason.hasPrefix(endedReason) ? .killed : isBlameless(reason) ? .left : .refused
  }

  /// Returns whether nothing that the client had the worker do can be why it ends the session.
  package static func isBlameless(_ reason: String) -> Bool {
    reason.hasPrefix(stoppingReason) || reason.hasPrefix(strangerReason)
  }

  /// Returns whether a batch begins with the message that accepts a session.
  package static func isWelcome(_ batch: UnsafeRawBufferPointer) -> Bool {
    unsafe batch.first == Tag.welcome.rawValue
  }

  /// Returns whether a batch is one message that ends the session.
  package static func isRefusal(_ batch: UnsafeRawBufferPointer) -> Bool {
    unsafe batch.first == Tag.refuse.rawValue
  }
}
