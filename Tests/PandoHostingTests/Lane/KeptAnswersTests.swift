import PandoHosting
import PandoWire
import Testing

@Suite("Answers that wait for others to commit")
struct KeptAnswersTests {
  private func action(_ number: Int) -> HostedAction {
    HostedAction(bytes: [UInt8(truncatingIfNeeded: number)])
  }

  private func sequence(_ number: Int) -> SequenceNumber {
    SequenceNumber(rawValue: UInt64(number))
  }

  private func answer(_ bytes: [UInt8]) -> HostedResult { HostedResult(patch: .snapshot(bytes)) }

  private let first = Epoch(rawValue: 1)
  private let second = Epoch(rawValue: 2)

  /// A lane that has dispatched some actions.
  private func lane(_ count: Int) -> LaneMachine {
    var machine = LaneMachine(base: [0], window: 1_000)
    var directives: [LaneDirective] = []
    machine.handle(.placed, &directives)
    for number in 1...count { machine.handle(.accept(action(number), at: nil), &directives) }
    let dispatchedCount = machine.inFlightCount
    #expect(dispatchedCount == count)
    return machine
  }

  private func receive(
    _ result: HostedResult, _ epoch: Epoch, _ number: Int, _ machine: inout LaneMachine
  ) -> [LaneDirective] {
    var directives: [LaneDirective] = []
    machine.receive(result, epoch, sequence(number), &directives)
    return directives
  }

  private func commit(_ machine: inout LaneMachine) throws -> [LaneDirective] {
    var directives: [LaneDirective] = []
    _ = try machine.patchBase()
    machine.commitHead(&directives)
    return directives
  }

  @Test("are kept up to a number of bytes, and the others are asked for once more")
  func bounded() throws {
    var machine = lane(6)
    let large = answer([UInt8](repeating: 1, count: 20 << 20))
    for number in 1...3 {
      let directives = receive(large, first, number, &machine)
      #expect(directives.isEmpty)
    }
    let rebase = receive(large, first, 4, &machine)
    #expect(rebase == [.rebase(second, from: sequence(4), .unchanged)])
    // Those behind it come all the same, and are nobody's.
    for number in 5...6 {
      let directives = receive(large, first, number, &machine)
      #expect(directives.isEmpty)
    }
    // Answers are known to be long by now, so that the next goes when nothing is in flight.
    for _ in 1...2 {
      let directives = try commit(&machine)
      #expect(directives.isEmpty)
    }
    for number in 4...6 {
      let directives = try commit(&machine)
      #expect(directives == [.reduce(second, sequence(number), action(number))])
      let more = receive(large, second, number, &machine)
      #expect(more.isEmpty)
    }
    let directives = try commit(&machine)
    #expect(directives.isEmpty)
    let count = machine.count
    #expect(count == 0)
  }

  private static let last = 160

  /// A lane whose answers leave so much room, of which the latest were short; the last action has none.
  private func full(leaving rest: Int) -> LaneMachine {
    var machine = lane(Self.last)
    let large = answer([UInt8](repeating: 1, count: 8 << 20))
    let less = answer([UInt8](repeating: 1, count: (8 << 20) - 151 - rest))
    for number in 1..<Self.last {
      let result =
        switch number {
        case 2...8: large
        case 9: less
        default: answer([1])
        }
      let directives = receive(result, first, number, &machine)
      #expect(directives.isEmpty)
    }
    return machine
  }

  @Test("are asked for once more when there is room for them, and not before")
  func room() throws {
    let last = Self.last
    var machine = full(leaving: 0)
    let five = answer([1, 2, 3, 4, 5])
    let rebase = receive(five, first, last, &machine)
    #expect(rebase == [.rebase(second, from: sequence(last), .unchanged)])
    // The oldest was a byte, and the next were eight million.
    let none = try commit(&machine)
    #expect(none.isEmpty)
    let reduce = try commit(&machine)
    #expect(reduce == [.reduce(second, sequence(last), action(last))])
    let directives = receive(five, second, last, &machine)
    #expect(directives.isEmpty)
  }

  @Test("that a worker has before it is asked are not taken beyond that number")
  func selfDispatched() {
    let next = Self.last + 1
    for (rest, isTaken) in [(8, true), (4, false)] {
      var machine = full(leaving: rest)
      var directives = receive(answer([1]), first, Self.last, &machine)
      #expect(directives.isEmpty)
      let result = SelfDispatch(
        epoch: first, sequence: sequence(next), basis: nil, result: answer([1, 2, 3, 4, 5]))
      machine.handle(.acceptSelfDispatched(action(next), number: 1, result), &directives)
      #expect(directives == (isTaken ? [] : [.reduce(first, sequence(next), action(next))]))
    }
  }

  @Test("count with all that they bring")
  func parts() {
    let splice = Splice(offset: 0, removedCount: 1, bytes: [])
    let splices = HostedResult(patch: .splices(Array(repeating: splice, count: 1_000)))
    #expect(splices.patchBytes == 0 && splices.heldBytes >= 32_000)
    let text = String(repeating: "x", count: 500)
    let result = HostedResult(
      patch: .snapshot([1, 2]), sends: [HostedAction(bytes: ByteString(Array(text.utf8)))],
      cancels: [Array(text.utf8)], warnings: [text])
    #expect(result.heldBytes >= 1_502)
    #expect(HostedResult().heldBytes == 0)
  }

  @Test("are refused where a patch is larger than any state")
  func tooLarge() {
    let part = ByteString([UInt8](repeating: 1, count: 1 << 20))
    let splice = Splice(offset: 0, removedCount: 0, bytes: part)
    for count in [64, 65] {
      var machine = lane(2)
      let patch = Patch.splices(Array(repeating: splice, count: count))
      let directives = receive(HostedResult(patch: patch), first, 1, &machine)
      let isRefused = directives.contains { if case .refuse = $0 { true } else { false } }
      #expect(isRefused == (count == 65))
    }
  }
}
