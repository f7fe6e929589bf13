import IssueReporting
import Pando
import PandoHosting
import PandoTesting
import Testing

@Suite("Events of the hosting", .timeLimit(.minutes(15)))
struct HostingEventTests {
  /// Reads events until one satisfies a condition; returns all of them.
  private func read(
    _ events: inout HostingEvents.AsyncIterator, until isLast: (HostingEvent) -> Bool
  ) async -> [HostingEvent] {
    var read: [HostingEvent] = []
    while let event = await events.next() {
      read.append(event)
      if isLast(event) { break }
    }
    return read
  }

  private func isOpened(_ event: HostingEvent) -> Bool {
    if case .opened = event { true } else { false }
  }

  @Test("tell where a child is opened, and what a lost worker had and was reducing")
  func loss() async throws {
    let faults = HostingFaults()
    let store = Plantation.makeStore(faults)
    var events = store.hostingEvents.makeAsyncIterator()
    await store.send(.patient(.pick(1))).finish()
    let opened = await read(&events, until: isOpened)
    guard case .opened(let child, let worker, 1)? = opened.last else {
      Issue.record("\(opened)")
      return
    }
    #expect(child.feature.hasSuffix("Plantation.Tree"))
    #expect(child.id == store.hostedChildren.first?.id)
    #expect(worker == store.hostedChildren.first?.worker)

    faults.cutOff()
    store.send(.day)
    store.send(.patient(.pick(2)))
    store.send(.patient(.pickTwice(3)))
    faults.killWorker()
    let lost = await read(&events) { if case .workerLost = $0 { true } else { false } }
    guard case .workerLost(let loss)? = lost.last else {
      Issue.record("\(lost)")
      return
    }
    #expect(loss.childCount == 1)
    #expect(loss.children == [child])
    #expect(loss.reducing.map(\.child) == [child])
    #expect(loss.reducing.map(\.action) == ["Action.patient(.pick(_:))"])
    #expect(loss.description.contains("It was reducing Action.patient(.pick(_:)) of \(child)."))
    faults.heal()
    await store.send(.patient(.pick(4))).finish()
    let known = try #require(store.hostedChildren.first)
    #expect(known.restartCount == 1)
    #expect(known.lastProblem?.contains("was lost") == true)
    #expect(known.placementCount == 2)
    await store.stop()
    #expect(await read(&events) { _ in false }.contains { isOpened($0) })
  }

  @Test(
    "tell of a lost worker with several children which one it was at, and how many had yet to come")
  func lossOfTwo() async throws {
    let faults = HostingFaults()
    let store = Plantation.makeStore(faults)
    var events = store.hostingEvents.makeAsyncIterator()
    await store.send(.patient(.pick(1))).finish()
    await store.send(.prompt(.pick(1))).finish()
    faults.cutOff()
    // The child that came last was sent to first.
    store.send(.prompt(.pick(2)))
    store.send(.patient(.pick(2)))
    store.send(.prompt(.pickTwice(3)))
    faults.killWorker()
    let lost = await read(&events) { if case .workerLost = $0 { true } else { false } }
    guard case .workerLost(let loss)? = lost.last else {
      Issue.record("\(lost)")
      return
    }
    #expect(
      loss.reducing.map(\.action) == ["Action.prompt(.pick(_:))", "Action.patient(.pick(_:))"])
    let first = try #require(loss.reducing.first)
    #expect(
      loss.description.contains(
        "It was reducing \(first.action) of \(first.child), and had yet to come to 1 other child."))
    #expect(!loss.description.contains("Action.patient"))
    faults.heal()
    await store.stop()
  }

  @Test("end with the store, at once where it has ended before")
  func end() async {
    let store = Plantation.makeStore(HostingFaults())
    var events = store.hostingEvents.makeAsyncIterator()
    await store.stop()
    #expect(await read(&events) { _ in false } == [])
    var late = store.hostingEvents.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test("left unread are bounded, and those that are missing are counted")
  func bound() async {
    let hub = HostingEventHub()
    var events = hub.follow().makeAsyncIterator()
    let extra = 10
    for number in 0..<HostingEventHub.unreadAtMost + extra {
      hub.add(HostingNews { .workerDraining(worker: "\(number)") })
      hub.tell()
    }
    #expect(await events.next() == .workerDraining(worker: "0"))
    #expect(await events.next() == .workerDraining(worker: "1"))
    hub.add(HostingNews { .workerDraining(worker: "last") })
    hub.tell()
    hub.finish()
    let rest = await read(&events) { _ in false }
    #expect(rest.suffix(2) == [.missed(count: extra), .workerDraining(worker: "last")])
    #expect(rest.count == HostingEventHub.unreadAtMost - 2 + 2)
  }

  @Test("cost nothing where nobody reads them any more")
  func unread() async {
    let hub = HostingEventHub()
    #expect(!hub.hasReaders)
    do {
      let events = hub.follow()
      #expect(hub.hasReaders)
      _ = events
    }
    #expect(!hub.hasReaders)
  }

  @Test("are told in order by many threads, each to every reader")
  func order() async {
    let hub = HostingEventHub()
    let readers = [hub.follow(), hub.follow()]
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            hub.add(HostingNews { .workerDraining(worker: "\(task) \(number)") })
            hub.tell()
          }
        }
      }
    }
    hub.finish()
    var seen: [[HostingEvent]] = []
    for reader in readers {
      var events = reader.makeAsyncIterator()
      seen.append(await read(&events) { _ in false })
    }
    #expect(seen[0].count == 400)
    #expect(seen[0] == seen[1])
    for task in 0..<4 {
      let own = seen[0].filter {
        if case .workerDraining(let name) = $0 { name.hasPrefix("\(task) ") } else { false }
      }
      #expect(own == (0..<100).map { .workerDraining(worker: "\(task) \($0)") })
    }
  }
}
