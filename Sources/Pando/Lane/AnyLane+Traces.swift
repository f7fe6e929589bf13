import PandoHosting
import Tracing

// The traces of a lane's actions. Lanes without any never come here.
extension AnyLane {
  /// Notes that an action, which is traced if it has a trace, is about to be accepted at a place among the
  /// uncommitted ones; nil is the last.
  func noteTrace(_ trace: ActionTrace?, at index: Int?) {
    let index = index.map { min($0, machine.count) } ?? machine.count
    let sequence = machine.first.advanced(by: index)
    shiftTraces(from: sequence, by: 1)
    guard let trace else { return }
    let place = traces.firstIndex { $0.sequence.rawValue > sequence.rawValue } ?? traces.count
    traces.insert(LaneTrace(trace: trace, sequence: sequence), at: place)
  }

  /// Returns whether an action may be a traced one. Nearly all that are dispatched come behind those that are, and of
  /// each it is asked.
  @inline(__always)
  final func mayBeTraced(_ sequence: SequenceNumber) -> Bool {
    !traces.isEmpty && sequence.rawValue <= traces[traces.count - 1].sequence.rawValue
  }

  /// Notes that the action at a place is about to be withdrawn, and why.
  func noteWithdrawal(at index: Int, reason: String = "it is for another child") {
    let sequence = machine.first.advanced(by: index)
    for entry in traces where entry.sequence == sequence {
      if entry.epoch != nil { entry.trace.squash(entry.stage, reason: reason) }
    }
    traces.removeAll { $0.sequence == sequence }
    shiftTraces(from: sequence, by: -1)
  }

  /// Notes that the client has reduced an action itself, and that the lane's worker is to follow.
  ///
  /// One that had no slot has ended when the worker answers, and of its trace nothing is noted any more.
  func noteClientReduction(hadSlot: Bool) {
    if !hadSlot { noteTrace(nil, at: 0) }
  }

  private func shiftTraces(from sequence: SequenceNumber, by count: Int) {
    for index in traces.indices where traces[index].sequence >= sequence {
      traces[index].sequence = traces[index].sequence.advanced(by: count)
    }
  }

  /// Notes that an action goes to the worker. Returns the context to send ahead of it, if it is traced.
  func noteDispatch(_ epoch: Epoch, _ sequence: SequenceNumber) -> TraceCarrier? {
    guard let index = traces.lastIndex(where: { $0.sequence.rawValue == sequence.rawValue })
    else { return nil }
    let trace = traces[index].trace
    traces[index].epoch = epoch
    traces[index].stage = trace.dispatch(
      card,
      [
        "pando.feature": .string(feature.descriptor.name),
        "pando.worker": .string(link?.name ?? ""),
        "pando.lane": .int64(Int64(clamping: id.rawValue)),
        "pando.epoch": .int64(Int64(clamping: epoch.rawValue)),
        "pando.sequence": .int64(Int64(clamping: sequence.rawValue)),
      ])
    return trace.carrier
  }

  /// Notes that the worker has answered.
  func noteAnswer(_ epoch: Epoch, _ sequence: SequenceNumber) {
    guard let index = traces.firstIndex(where: { $0.sequence == sequence && $0.epoch == epoch })
    else { return }
    if let stage = traces[index].stage.take() { traces[index].trace.endDispatch(stage) }
  }

  /// Notes which of the traced actions are no longer at the worker, after an event.
  func noteSquashes(by event: LaneEvent) {
    for index in traces.indices {
      guard let epoch = traces[index].epoch,
        machine.epoch(ofDispatched: traces[index].sequence) != epoch
      else { continue }
      var reason = Self.reason(of: event)
      if traces[index].sequence < machine.first {
        // What has committed is at no worker either.
        guard case .committedByClient = event else { continue }
        reason = "the client reduced it"
      }
      traces[index].trace.squash(traces[index].stage.take(), reason: reason)
      traces[index].epoch = nil
    }
  }

  private static func reason(of event: LaneEvent) -> String {
    switch event {
    case .lost(let end), .lostAmongOthers(let end): "its worker is lost: \(end)"
    case .hung: "its worker hangs"
    case .crashed: "its worker crashed in code of it"
    case .failed: "its worker cannot host the child"
    case .misfit: "an answer of its worker cannot be used"
    case .move: "the child moves to another worker"
    case .rewritten: "a parent changed the child's state"
    case .accept: "another action goes ahead of it"
    case .withdraw: "an action before it is for another child, or did not come to this one"
    case .committedByClient: "the client reduced an action before it"
    case .close: "the child has gone"
    case .acceptSelfDispatched, .refusedSelfDispatch, .placed, .kept, .flush, .flushAllButLast,
      .woken, .unhostable,
      .closed:
      "it was dispatched for nothing"
    }
  }

  /// Forgets a trace that has ended.
  func forget(_ trace: ActionTrace) {
    traces.removeAll { $0.trace === trace }
  }
}
