import PandoHosting
import PandoWire
import Testing

/// Every short sequence of what can happen to a lane, with what must hold after each step.
@Suite("A lane, whatever happens to it")
struct LaneExplorationTests {
  enum Step: CaseIterable, Hashable {
    case accept, placed, answer, apply, commit, died, killed, struck, hung, named, crashed, left,
      failed, misfit,
      unhostable,
      rewrite
    case withdraw, fail, wake, move, close, closed
  }

  /// A lane with a model of its worker: what that was sent, and has not answered.
  struct World: ~Copyable {
    var machine = LaneMachine(base: [0], window: 2)
    var path: [Step] = []
    /// The actions that the worker has to answer, in order; nil while there is no worker.
    var toAnswer: [(Epoch, SequenceNumber)]?
    /// Where the store has been asked to place the lane.
    var wanted: LanePlace? = .shared
    var accepted = 0
    var finished = 0
    var hasEnded = false
    var nextByte: UInt8 = 1
    /// The first thing that did not hold.
    var breach: String?

    /// Returns whether a step is one that the driver may take now.
    mutating func isPossible(_ step: Step) -> Bool {
      if hasEnded { return false }
      switch step {
      case .accept: return machine.phase == .open || machine.phase == .unplaced
      case .placed: return machine.phase == .unplaced && wanted != nil
      case .answer: return toAnswer?.isEmpty == false
      case .apply:
        guard let (epoch, sequence) = toAnswer?.first else { return false }
        return machine.mayApply(epoch, sequence)
      case .commit: return machine.isHeadReady
      case .died, .killed, .struck, .hung, .named, .crashed, .left: return toAnswer != nil
      case .failed: return toAnswer != nil && machine.phase == .open
      case .misfit: return toAnswer != nil && machine.isHeadReady
      case .unhostable: return machine.phase == .unplaced && wanted != nil
      case .rewrite: return machine.phase == .open || machine.phase == .unplaced
      case .withdraw: return machine.count > 0 && !machine.isHeadReady
      case .fail: return machine.isHeadCondemned
      case .wake: return machine.isResting
      case .move: return machine.mayMove
      case .close: return machine.phase == .open || machine.phase == .unplaced
      case .closed: return machine.phase == .closing
      }
    }

    mutating func take(_ step: Step) {
      path.append(step)
      var directives: [LaneDirective] = []
      switch step {
      case .accept:
        accepted += 1
        machine.handle(.accept(HostedAction(bytes: [7]), at: nil), &directives)
      case .placed:
        toAnswer = []
        wanted = nil
        machine.handle(.placed, &directives)
      case .answer:
        if let (epoch, sequence) = toAnswer?.removeFirst() {
          machine.receive(HostedResult(plain: .unchanged), epoch, sequence, &directives)
        }
      case .apply:
        _ = toAnswer?.removeFirst()
        let result: [UInt8] = [0, 0]
        let isApplied = result.withUnsafeBytes {
          var reader = WireReader($0)
          return machine.applyAnswer(&reader)
        }
        expect(isApplied && machine.isHeadReady && machine.isHeadPlain, "it takes no plain answer")
      case .commit:
        finished += 1
        _ = try? machine.patchBase()
        machine.commitHead(&directives)
        if machine.isCautious { machine.handle(.kept, &directives) }
      case .died: lose(.died, &directives)
      case .killed: lose(.killed, &directives)
      case .hung: lose(.hung, &directives)
      case .crashed:
        let (epoch, sequence) = toAnswer?.first ?? (machine.epoch, SequenceNumber(rawValue: 0))
        toAnswer = nil
        machine.handle(
          .crashed(epoch, sequence.rawValue == 0 ? nil : sequence), &directives)
      case .struck:
        toAnswer = nil
        machine.handle(.lostAmongOthers(.died), &directives)
      case .named:
        toAnswer = nil
        machine.handle(.hung, &directives)
      case .left: lose(.left, &directives)
      case .failed:
        toAnswer = nil
        machine.handle(.failed, &directives)
      case .misfit:
        toAnswer = nil
        machine.handle(.misfit, &directives)
      case .unhostable: machine.handle(.unhostable, &directives)
      case .rewrite:
        nextByte += 1
        machine.handle(.rewritten([nextByte], withLastCommit: false), &directives)
      case .withdraw, .fail:
        finished += 1
        machine.handle(.withdraw(at: 0), &directives)
      case .wake: machine.handle(.woken, &directives)
      case .move:
        machine.handle(.move, &directives)
        expect(directives == [.move], "it says something else to a worker that it leaves")
        // The driver has the other worker at hand.
        toAnswer = []
        directives = []
        machine.handle(.placed, &directives)
      case .close:
        finished = accepted
        machine.handle(.close(withLastCommit: false), &directives)
      case .closed:
        machine.handle(.closed, &directives)
      }
      carryOut(directives)
      check()
    }

    private mutating func lose(_ end: LinkEnd, _ directives: inout [LaneDirective]) {
      toAnswer = nil
      machine.handle(.lost(end), &directives)
    }

    private mutating func carryOut(_ directives: [LaneDirective]) {
      for directive in directives {
        switch directive {
        case .place(let place):
          expect(toAnswer == nil, "it asks for a place while it has a worker")
          wanted = place
        case .move:
          expect(false, "it moves unasked")
        case .leave:
          expect(toAnswer != nil, "it leaves a worker that it does not have")
          toAnswer = nil
        case .open:
          expect(toAnswer?.isEmpty == true, "it opens twice")
        case .reduce(let epoch, let sequence, _):
          expect(toAnswer != nil, "it dispatches without a worker")
          toAnswer?.append((epoch, sequence))
        case .rebase, .commit, .cancel:
          expect(toAnswer != nil, "it speaks without a worker")
        case .close:
          expect(toAnswer != nil, "it closes without a worker")
        case .ended:
          hasEnded = true
        case .refuse(let reason):
          expect(false, "it refuses an honest worker: \(reason)")
        }
      }
    }

    private mutating func expect(_ condition: Bool, _ message: String) {
      if !condition, breach == nil { breach = "\(message): \(path.map { "\($0)" })" }
    }

    private mutating func check() {
      expect(machine.inFlightCount <= 2, "more than the window is in flight")
      expect(accepted - finished == machine.count, "an action is lost, or there twice")
      if machine.phase == .unplaced, !machine.isUnhostable {
        expect(machine.isResting != (wanted != nil), "it has no worker and asks for none")
        expect(!machine.isResting || machine.count == 0, "it rests though it has actions")
      }
      if machine.isHeadCondemned, !machine.isUnhostable {
        let ends = path.count { [.died, .struck, .hung, .named, .crashed].contains($0) }
        let refusals = path.count { $0 == .failed || $0 == .misfit }
        expect(
          ends >= (path.contains(.named) || path.contains(.crashed) ? 2 : 3) || refusals >= 2,
          "it is condemned too early")
      }
      // A head that can neither commit nor fail has a worker to wait for, or asks for one.
      if machine.count > 0, !machine.isHeadReady, !machine.isHeadCondemned, machine.phase == .open {
        expect(machine.inFlightCount > 0, "the head waits for nothing")
      }
    }
  }

  /// Replays a path, as a world cannot be copied.
  private func world(after path: [Step]) -> World {
    var world = World()
    for step in path { world.take(step) }
    return world
  }

  @Test("keeps every action, dispatches only to a worker that it has, and always has a way on")
  func everySequence() {
    var count = 0
    var breaches: [String] = []
    func explore(_ path: [Step], depth: Int) {
      for step in Step.allCases {
        var world = world(after: path)
        guard world.isPossible(step) else { continue }
        world.take(step)
        count += 1
        if let breach = world.breach {
          if breaches.count < 3 { breaches.append(breach) }
          continue
        }
        if depth > 1 { explore(path + [step], depth: depth - 1) }
      }
    }
    explore([], depth: 6)
    // From where trials begin.
    let accused: [Step] = [.accept, .accept, .placed, .died, .placed, .died]
    explore(accused, depth: 5)
    explore(accused + [.placed], depth: 5)
    #expect(breaches == [])
    #expect(count > 40_000)
  }

  @Test(
    "an action that a third worker does not survive alone is condemned; what is behind it is not")
  func condemned() {
    var world = world(after: [
      .accept, .accept, .placed, .died, .placed, .died, .placed, .died,
    ])
    let isCondemned = world.machine.isHeadCondemned
    #expect(isCondemned)
    world.take(.fail)
    world.take(.placed)
    world.take(.answer)
    world.take(.commit)
    let left = world.machine.count
    #expect(left == 0)
  }

  @Test("an action that a worker named as it crashed is tried alone next, and then condemned")
  func crashed() {
    var world = world(after: [.accept, .accept, .placed, .answer, .crashed])
    let place = world.wanted
    #expect(place == .quarantine)
    // The first was answered, and is innocent: the second is tried.
    for step in [Step.placed, .answer, .crashed] { world.take(step) }
    let (isCondemned, after) = (world.machine.isHeadCondemned, world.wanted)
    #expect(!isCondemned)
    #expect(after == .shared)
    for step in [Step.placed, .answer, .commit] { world.take(step) }
    let (isNextCondemned, deaths) = (
      world.machine.isHeadCondemned, world.machine.headRecord.deathsInAll
    )
    #expect(isNextCondemned)
    #expect(deaths == 2)
  }

  @Test("kills from outside are nobody's until an action has met eight of them in a row")
  func killed() {
    var path: [Step] = [.accept]
    for count in 1...8 {
      path += [.placed, .killed]
      let world = world(after: path)
      let (isCondemned, place) = (world.machine.isHeadCondemned, world.wanted)
      #expect(isCondemned == (count == 8), "after \(count)")
      #expect(place == (count == 7 ? .quarantine : .shared), "after \(count)")
    }
  }

  @Test("an action that a worker named as what it hangs in is tried alone next, and then condemned")
  func named() {
    var world = world(after: [.accept, .accept, .placed, .named])
    let place = world.wanted
    #expect(place == .quarantine)
    world.take(.placed)
    world.take(.named)
    let (isCondemned, deaths) = (
      world.machine.isHeadCondemned, world.machine.headRecord.deathsInAll
    )
    #expect(isCondemned)
    #expect(deaths == 2)
  }

  @Test("a trial that others shared condemns the second time alone")
  func struck() {
    var world = world(after: [.accept, .accept, .placed, .died, .placed, .died])
    for count in 1...2 {
      world.take(.placed)
      world.take(.struck)
      let isCondemned = world.machine.isHeadCondemned
      #expect(isCondemned == (count == 2))
    }
  }

  @Test("on trial nothing behind the suspect is dispatched, and nothing commits")
  func trial() {
    var world = world(after: [.accept, .accept, .placed, .died, .placed, .died, .placed])
    let (isOnTrial, dispatched) = (world.machine.isOnTrial, world.toAnswer?.count)
    #expect(isOnTrial)
    #expect(dispatched == 1)
    world.take(.answer)
    let (isReady, wanted) = (world.machine.isHeadReady, world.wanted)
    #expect(!isReady)
    #expect(wanted == .shared)
    for step in [Step.placed, .answer, .commit, .answer, .commit] { world.take(step) }
    let left = world.machine.count
    #expect(left == 0)
  }
}
