import Pando
import PandoHosting
import Synchronization
import Testing

@Suite("A worker that a lane has left", .timeLimit(.minutes(15)))
struct LeftWorkerTests {
  /// Places lanes at one worker, and moves them to another.
  private final class Backend: TestBackend {
    let old = PatientWorker(name: "old")
    let new = PatientWorker(name: "new")
    private let placed = Mutex<[LaneID]>([])

    var firstLane: LaneID? { placed.withLock(\.first) }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
    ) -> (any HostingLink)? {
      placed.withLock { $0.append(lane) }
      return old
    }

    func move(_ lane: LaneID) -> (any HostingLink)? { new }
  }

  @Test(
    "makes progress while it answers what that lane had sent, and hangs when it answers nothing"
  )
  func progress() throws {
    let backend = Backend()
    let engine = Plantation.makeEngine(backend)
    for number in 1...8 { _ = engine.send(.patient(.pick(number))) }
    _ = engine.send(.prompt(.pick(9)))
    // With this answer the worker gets the others, and with the next the lane moves.
    #expect(backend.old.answer(engine))
    engine.move(try #require(backend.firstLane), interrupts: false)
    #expect(backend.old.answer(engine))
    #expect(backend.new.answer(engine))
    var now = 0
    #expect(engine.checkProgress(of: backend.old, nowMilliseconds: now) == nil)
    // Actions may take 60 s, and the worker is given 2 s more.
    for _ in 0..<4 {
      now += 50_000
      #expect(backend.old.answer(engine))
      #expect(engine.checkProgress(of: backend.old, nowMilliseconds: now) == nil)
    }
    now += 63_000
    #expect(engine.checkProgress(of: backend.old, nowMilliseconds: now) != nil)
    engine.stop()
  }
}
