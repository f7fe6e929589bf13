import PandoHosting
import PandoWire
import Testing

/// Tests what a worker is told of a base that was put back, where its bytes may not be those that the worker has.
@Suite("A base of a lane that was encoded anew")
struct RestoredBaseTests {
  /// A lane whose oldest action has its answer, which was applied to the base and taken out of it again.
  private struct Scene: ~Copyable {
    var machine = LaneMachine(base: [1, 2], window: 8)

    init(isEncodedAnew: Bool) throws {
      handle(.placed)
      for byte in 1...2 as ClosedRange<UInt8> {
        handle(.accept(HostedAction(bytes: [byte]), at: nil))
      }
      var directives: [LaneDirective] = []
      machine.receive(
        HostedResult(patch: .snapshot([1, 2, 3])), Epoch.first, SequenceNumber.first, &directives)
      _ = try machine.patchBase()
      machine.restoreBase(isEncodedAnew ? [2, 1] : [1, 2], isEncodedAnew: isEncodedAnew)
    }

    /// Returns the patches that the worker is given.
    @discardableResult
    mutating func handle(_ event: LaneEvent) -> [Patch] {
      var directives: [LaneDirective] = []
      machine.handle(event, &directives)
      return directives.compactMap { directive in
        if case .rebase(_, from: _, let patch) = directive { patch } else { nil }
      }
    }
  }

  private static let action = HostedAction(bytes: [9])

  @Test("is told as a whole when the oldest action is taken out, and no later one is")
  func withdrawal() throws {
    var scene = try Scene(isEncodedAnew: true)
    #expect(scene.handle(.withdraw(at: 1)) == [.unchanged])
    #expect(scene.handle(.withdraw(at: 0)) == [.snapshot([2, 1])])
    scene.handle(.accept(Self.action, at: nil))
    #expect(scene.handle(.withdraw(at: 0)) == [.unchanged])
  }

  @Test("is told as a whole when an action is put before the oldest, and when nothing else is told")
  func others() throws {
    var scene = try Scene(isEncodedAnew: true)
    #expect(scene.handle(.accept(Self.action, at: 0)) == [.snapshot([2, 1])])
    var other = try Scene(isEncodedAnew: true)
    #expect(other.handle(.rewritten([2, 1], withLastCommit: false)) == [.snapshot([2, 1])])
  }

  @Test("is told as a whole before what the client reduced")
  func committedByClient() throws {
    var scene = try Scene(isEncodedAnew: true)
    let patches = scene.handle(
      .committedByClient(
        Self.action, base: [2], outcome: [4, 5], hadSlot: true, isCancelled: false))
    #expect(patches == [.snapshot([2]), .snapshot([4, 5])])
    #expect(scene.handle(.withdraw(at: 0)) == [.unchanged])
  }

  @Test("is known to the next worker")
  func nextWorker() throws {
    var scene = try Scene(isEncodedAnew: true)
    scene.handle(.lost(.left))
    var directives: [LaneDirective] = []
    scene.machine.handle(.placed, &directives)
    let epoch = scene.machine.epoch
    #expect(directives.first == .open(epoch, .first, snapshot: [2, 1]))
    #expect(scene.handle(.withdraw(at: 0)) == [.unchanged])
  }

  @Test("is told by a patch where it is what was there before")
  func exact() throws {
    var scene = try Scene(isEncodedAnew: false)
    #expect(scene.handle(.withdraw(at: 0)) == [.unchanged])
  }
}
