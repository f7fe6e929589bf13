import Foundation
package import PandoHosting
import Synchronization

/// The last events of a coordinator's workers, oldest first. Bounded; nobody waits for those who read it.
package final class WorkerChronicle: Sendable {
  /// The number of events that are kept.
  package static let eventsAtMost = 256

  private struct State {
    var events: [WorkerEvent] = []
    var count = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var events: [WorkerEvent] { state.withLock { $0.events } }

  package func note(
    _ kind: WorkerEvent.Kind, _ id: WorkerID, _ record: WorkerRecord,
    atMilliseconds now: Int = Int(Date().timeIntervalSince1970 * 1_000)
  ) {
    state.withLock { state in
      state.count += 1
      if state.events.count == Self.eventsAtMost { state.events.removeFirst() }
      state.events.append(
        WorkerEvent(
          number: state.count, atMilliseconds: now, kind: kind, worker: id, record: record))
    }
  }
}
