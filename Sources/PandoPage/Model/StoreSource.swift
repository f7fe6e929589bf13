import Foundation
import Pando
import PandoCluster
import Synchronization

/// A page about a store of this process. It does not keep the store alive.
final class StoreSource<State: Sendable, Action: Sendable>: PageSource {
  private let store: @Sendable () -> Store<State, Action>?
  private let states: [PageState<State>]
  private let chronicle = HostingChronicle()
  private let ring = CommitRing()
  private let commits = CommitChronicle()
  private let isAttended = Atomic(false)
  private let model: StorePageModel
  private let problems = Mutex(StoreProblems())
  private let history = Mutex(StoreHistory())
  private let start: OwnThread.Start

  init(
    _ store: Store<State, Action>, states: [PageState<State>], process: PageDocument.Process,
    start: @escaping OwnThread.Start = OwnThread.start
  ) {
    self.store = { [weak store] in store }
    self.states = states
    self.start = start
    model = StorePageModel(process: process, shownFeatures: Set(states.map(\.feature)))
  }

  func document() async -> PageDocument? {
    let document = await OwnThread.run(by: start) { [self] () -> PageDocument? in
      guard let store = store() else { return nil }
      commits.note(ring)
      let (workers, children, events) = (store.workers, store.hostedChildren, chronicle.events)
      var document = model.document(
        workers: workers, children: children, ledger: store.ledger, commits: commits.commits,
        events: events)
      let problems = problems.withLock {
        $0.problems(
          workers: workers, children: children, events: events,
          atMilliseconds: Int(Date().timeIntervalSince1970 * 1_000))
      }
      document.problems = problems.shown
      document.problemsLeftOut = problems.leftOut
      document.history = history.withLock(\.shown)
      if store.findPast != nil { document.lastCommit = store.newestDurableVersion }
      return document
    }
    return document ?? nil
  }

  func remember() async {
    _ = await OwnThread.run(by: start) { [self] in
      // Not the store's lock, which reducers hold.
      guard let workers = store()?.workers else { return }
      let processes =
        [ProcessIdentity.processID]
        + workers.filter(\.isSpawned).compactMap(\.processID)
      let bytes = processes.compactMap { ResidentMemory.bytes(of: $0) }
      history.withLock {
        $0.note(
          workers: workers, commits: commits.commits, residentBytes: bytes,
          atMilliseconds: Int(Date().timeIntervalSince1970 * 1_000))
      }
    }
  }

  func attend(_ isRead: Bool) async {
    // Asked four times a second, by one task.
    guard isAttended.exchange(isRead, ordering: .relaxed) != isRead else { return }
    let done = await OwnThread.run(by: start) { [self] () -> Bool in
      if isRead {
        store()?.begin(ring)
      } else {
        store()?.end(ring)
        // It holds actions.
        _ = ring.take()
      }
      return true
    }
    // Done when it is asked for the next time.
    if done == nil { isAttended.store(!isRead, ordering: .relaxed) }
  }

  func follow() async {
    // Not held while it waits: a store ends once nobody has it.
    guard let events = await hostingEvents() else { return }
    for await event in events {
      chronicle.note(event, atMilliseconds: Int(Date().timeIntervalSince1970 * 1_000))
    }
  }

  /// Returns what happens from now on; nil once the store has gone, or the task was cancelled.
  private func hostingEvents() async -> HostingEvents? {
    while !Task.isCancelled {
      let events = await OwnThread.run(by: start) { [self] () -> HostingEvents? in
        store()?.hostingEvents
      }
      if let events { return events }
      // No thread can be started just now.
      try? await Task.sleep(for: .seconds(1))
    }
    return nil
  }

  func values(ofChild id: UInt64) async -> PageChildValues {
    let values = await OwnThread.run(by: start) { [self] () -> PageChildValues in
      guard let store = store(), let child = store.hostedChildren.first(where: { $0.id == id })
      else { return .gone }
      guard let state = states.first(where: { $0.feature == child.feature }) else {
        return .hidden(feature: child.feature)
      }
      // A copy, so that what a user wrote runs without the store's lock.
      return state.values(store.state, child.identities).map(PageChildValues.shown) ?? .gone
    }
    return values ?? .unseen
  }

  func past(_ commit: UInt64) async throws(PageRefusal) -> PagePast {
    guard let find = store()?.findPast else { throw .noPast }
    let past = await OwnThread.run(by: start) { [self] in
      Result {
        PagePast(try find(commit), states: states, children: store()?.hostedChildren ?? [])
      }
    }
    guard let past else { throw OwnThread.refusal }
    do {
      return try past.get()
    } catch let failure as AnswerFailure {
      throw PageRefusal(status: 404, text: failure.description)
    } catch {
      // Its words may have names of files and servers.
      throw PageRefusal(
        status: 500,
        text: """
          The journal cannot be read there, or has a state of other types. Once the program has ended, pando journal \
          says more.
          """)
    }
  }

  func drain(_ worker: String, withinMilliseconds: Int) async throws -> String {
    throw PageRefusal(
      status: 404, text: "A program drains no workers. Its coordinator's page does.")
  }

  func undrain(_ worker: String) async throws -> String {
    try await drain(worker, withinMilliseconds: 0)
  }
}
