package import Pando
import Synchronization

/// The last things that happened to the workers and children of a store, oldest first. Bounded.
package final class HostingChronicle: Sendable {
  /// The number of events that are kept.
  package static let eventsAtMost = 256

  private struct State {
    var events: [PageDocument.Event] = []
    var count = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var events: [PageDocument.Event] { state.withLock { $0.events } }

  package func note(_ event: HostingEvent, atMilliseconds now: Int) {
    let (weight, subject, text) = Self.words(event)
    state.withLock { state in
      state.count += 1
      if state.events.count == Self.eventsAtMost { state.events.removeFirst() }
      state.events.append(
        PageDocument.Event(
          number: state.count, at: now, weight: weight, subject: subject, text: text))
    }
  }

  private static func words(_ event: HostingEvent) -> (PageDocument.Event.Weight, String, String) {
    switch event {
    case .workerReady(let worker, let processID, let restarts):
      let process = processID.map { ": process \($0)" } ?? ""
      let others = restarts > 0 ? ", the \(restarts + 1). at this place" : ""
      return (.plain, worker, "is ready\(process)\(others)")
    case .workerLost(let loss):
      return (.loss, loss.worker, String("\(loss)".dropFirst(loss.worker.count + 1)))
    case .workerDraining(let worker):
      return (.plain, worker, "drains: its children move to others")
    case .opened(let child, let worker, let placement):
      let again = placement > 1 ? ", its \(placement). worker" : ""
      return (.plain, "\(child)", "is hosted by \(worker)\(again)")
    case .moved(let child, let from, let to):
      return (.plain, "\(child)", "moved from \(from) to \(to)")
    case .quarantined(let child, let action):
      return (
        .warning, "\(child)",
        "is in quarantine: workers ended while they reduced \(action), which is reduced alone next"
      )
    case .actionFailed(let children, let action, let reason):
      let names = children.map(\.description).joined(separator: ", ")
      return (.loss, names, "\(action) committed without effect: \(reason)")
    case .gaveUp(let child, let reason):
      return (.loss, "\(child)", "is hosted no longer: \(reason)")
    case .missed(let count):
      return (.warning, "The page", "was too slow, and missed \(count) events")
    }
  }
}
