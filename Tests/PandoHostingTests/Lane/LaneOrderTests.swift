import PandoHosting
import PandoWire
import Testing

@Suite("What a worker hears of a hosted child, and when")
struct LaneOrderTests {
  /// A lane with actions in flight.
  private struct Scene: ~Copyable {
    var machine = LaneMachine(base: [0], window: 8)

    init(actions: UInt8) {
      handle(.placed)
      for byte in 1...actions { handle(.accept(LaneOrderTests.action(byte), at: nil)) }
    }

    @discardableResult
    mutating func handle(_ event: LaneEvent) -> [LaneDirective] {
      var directives: [LaneDirective] = []
      machine.handle(event, &directives)
      return directives
    }

    mutating func answer(_ number: UInt64, awaitsCommit: Bool = false) -> [LaneDirective] {
      let result = HostedResult(
        patch: .snapshot([UInt8(number) * 10]), effectCount: awaitsCommit ? 1 : 0,
        awaitsCommit: awaitsCommit)
      var directives: [LaneDirective] = []
      machine.receive(result, .first, LaneOrderTests.sequence(number), &directives)
      return directives
    }

    mutating func commit() throws -> [LaneDirective] {
      _ = try machine.patchBase()
      var directives: [LaneDirective] = []
      machine.commitHead(&directives)
      return directives
    }
  }

  private static func action(_ byte: UInt8) -> HostedAction { HostedAction(bytes: [byte]) }
  private static func sequence(_ number: UInt64) -> SequenceNumber {
    SequenceNumber(rawValue: number)
  }

  @Test("an action that is taken out of those in flight squashes what is behind it")
  func withdrawalSquashes() {
    var scene = Scene(actions: 3)
    #expect(
      scene.handle(.withdraw(at: 1)) == [
        .rebase(Epoch(rawValue: 2), from: Self.sequence(2), .unchanged),
        .reduce(Epoch(rawValue: 2), Self.sequence(2), Self.action(3)),
      ])
  }

  @Test("commits are told before a rebase, the last one too unless the parent rewrote in it")
  func commitsBeforeRebase() throws {
    var scene = Scene(actions: 2)
    #expect(scene.answer(1).isEmpty)
    #expect(try scene.commit().isEmpty)
    #expect(
      scene.handle(.rewritten([9], withLastCommit: false)) == [
        .commit(through: Self.sequence(1)),
        .rebase(Epoch(rawValue: 2), from: Self.sequence(2), Patch(from: [10], to: [9])),
        .reduce(Epoch(rawValue: 2), Self.sequence(2), Self.action(2)),
      ])
  }

  @Test("a commit that effects wait for is told soon, and one that nobody waits for is not")
  func flush() throws {
    for awaitsCommit in [true, false] {
      var scene = Scene(actions: 2)
      #expect(scene.answer(1, awaitsCommit: awaitsCommit).isEmpty)
      #expect(try scene.commit().isEmpty)
      let isDue = scene.machine.isFlushDue
      #expect(isDue == awaitsCommit)
      #expect(scene.handle(.flush) == [.commit(through: Self.sequence(1))])
      let isStillDue = scene.machine.isFlushDue
      #expect(!isStillDue)
    }
  }

  @Test("the last commit may be held back, and is as due as before", arguments: [true, false])
  func flushAllButLast(awaitsCommit: Bool) throws {
    var scene = Scene(actions: 3)
    for number in 1...2 as ClosedRange<UInt64> {
      #expect(scene.answer(number, awaitsCommit: awaitsCommit).isEmpty)
      #expect(try scene.commit().isEmpty)
    }
    #expect(scene.handle(.flushAllButLast) == [.commit(through: Self.sequence(1))])
    #expect(scene.handle(.flushAllButLast).isEmpty)
    let isDue = scene.machine.isFlushDue
    #expect(isDue == awaitsCommit)
    #expect(scene.handle(.flush) == [.commit(through: Self.sequence(2))])
    #expect(scene.handle(.flushAllButLast).isEmpty)
    let isStillDue = scene.machine.isFlushDue
    #expect(!isStillDue)
  }

  @Test(
    "an action that waits for room goes to the worker before one that the worker has reduced by itself"
  )
  func behindWhatWaits() throws {
    var scene = Scene(actions: 1)
    let large = HostedAction(bytes: ByteString([UInt8](repeating: 2, count: 16 << 20)))
    #expect(scene.handle(.accept(large, at: nil)).isEmpty)
    let result = HostedResult(patch: .snapshot([30]))
    let reduced = SelfDispatch(
      epoch: .first, sequence: Self.sequence(2), basis: nil, result: result)
    #expect(scene.handle(.acceptSelfDispatched(Self.action(3), number: 1, reduced)).isEmpty)
    #expect(scene.answer(1).isEmpty)
    let directives = try scene.commit()
    #expect(directives.contains(.reduce(.first, Self.sequence(2), large)))
    let isReady = scene.machine.isHeadReady
    #expect(!isReady)
  }

  @Test("an action commits with its own answer, whichever comes first")
  func ownAnswer() throws {
    var scene = Scene(actions: 2)
    #expect(scene.answer(2).isEmpty)
    let isReady = scene.machine.isHeadReady
    #expect(!isReady)
    #expect(scene.answer(1).isEmpty)
    let first = scene.machine.headResult?.patch
    #expect(first == .snapshot([10]))
    #expect(try scene.commit().isEmpty)
    let second = scene.machine.headResult?.patch
    #expect(second == .snapshot([20]))
  }

  @Test(
    "a lane that closes has ended when its worker has", arguments: [LinkEnd.died, .hung, .left])
  func closingWorkerDies(_ end: LinkEnd) {
    var scene = Scene(actions: 1)
    #expect(scene.handle(.close(withLastCommit: false)) == [.close])
    #expect(scene.handle(.lost(end)) == [.ended])
  }
}
