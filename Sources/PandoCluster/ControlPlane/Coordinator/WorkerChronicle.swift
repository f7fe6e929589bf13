import Foundation
package import PandoHosting
import PandoWire
import Synchronization

/// The last events of a coordinator, oldest first: of its workers, and of those who were refused. Bounded; nobody waits
/// for those who read it.
package final class WorkerChronicle: Sendable {
  /// The number of events of workers that are kept.
  package static let eventsAtMost = 256
  /// The number of events of others that are kept, each once however often it comes again: so strangers push no worker
  /// out.
  package static let refusalsAtMost = 16
  /// The size of a refusal's reason.
  private static let reasonBytes = 1_000

  private struct State {
    var events: [WorkerEvent] = []
    var refusals: [WorkerEvent] = []
    var counts: [WorkerEvent.Kind: Int] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The events, oldest first.
  package var events: [WorkerEvent] {
    let (events, refusals) = state.withLock { ($0.events, $0.refusals) }
    return (events + refusals).sorted { $0.number < $1.number }
  }

  /// The number of events of a kind, since the coordinator began.
  package func count(of kind: WorkerEvent.Kind) -> Int {
    state.withLock { $0.counts[kind] ?? 0 }
  }

  package func note(
    _ kind: WorkerEvent.Kind, _ id: WorkerID, _ record: WorkerRecord, reason: String? = nil,
    atMilliseconds now: Int = WorkerChronicle.now
  ) {
    state.withLock { state in
      state.count += 1
      state.counts[kind, default: 0] += 1
      if state.events.count == Self.eventsAtMost { state.events.removeFirst() }
      state.events.append(
        WorkerEvent(
          number: state.count, atMilliseconds: now, kind: kind, worker: id, record: record,
          reason: reason))
    }
  }

  /// Somebody was refused something, or a feature has no place: with the same name and the same key it is one event, whose
  /// last time counts. Returns whether it is news.
  ///
  /// - Parameters:
  ///   - reason: Asked for where it is news, under no lock.
  ///   - advice: The remedy, asked for like the reason; nil where the kind of problem says it.
  ///   - isVague: True if it tells little that it happened once or twice.
  @discardableResult
  package func note(
    _ kind: WorkerEvent.Kind, of name: String, key: String, because reason: () -> String,
    advice: @autoclosure () -> String? = nil, isVague: Bool = false,
    atMilliseconds now: Int = WorkerChronicle.now
  ) -> Bool {
    let isKnown = state.withLock { state in
      state.count += 1
      state.counts[kind, default: 0] += 1
      guard
        let index = state.refusals.firstIndex(where: {
          $0.kind == kind && $0.name == name && $0.worker == key
        })
      else { return false }
      var event = state.refusals.remove(at: index)
      event.count = event.isOver == true ? 1 : event.count + 1
      event.isOver = nil
      (event.number, event.atMilliseconds) = (state.count, now)
      state.refusals.append(event)
      return true
    }
    if isKnown { return false }
    let reason = reason().shortened(toBytes: Self.reasonBytes)
    let advice = advice()?.shortened(toBytes: Self.reasonBytes)
    state.withLock { state in
      if state.refusals.count == Self.refusalsAtMost { state.refusals.removeFirst() }
      state.refusals.append(
        WorkerEvent(
          number: state.count, atMilliseconds: now, kind: kind, key: key, name: name,
          reason: reason, advice: advice, isVague: isVague))
    }
    return true
  }

  /// Somebody was not let in, or may not do what it tried.
  func note(_ refusal: Refusal, because explain: () -> Refusal.Explanation) {
    note(
      .refused, of: refusal.name, key: refusal.deed.map { "\($0)" } ?? "",
      because: { explain().clause }, advice: explain().remedy, isVague: refusal.isVague)
  }

  /// The keyring has changed: whoever was refused may be let in now.
  func endRefusals() {
    state.withLock { state in
      for index in state.refusals.indices where state.refusals[index].kind == .refused {
        state.refusals[index].isOver = true
      }
    }
  }

  /// The time of the wall clock, from 1970.
  package static var now: Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
