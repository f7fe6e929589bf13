import PandoHosting
import Testing

@Suite("Effects that take longer than they may")
struct EffectLimitMachineTests {
  private typealias Machine = EffectLimitMachine<Int>

  private static let limits = EffectLimits(cancellationMilliseconds: 2, effectMilliseconds: 3)
  private static let endless = EffectLimits(cancellationMilliseconds: 2)

  /// The work of a machine, found anew at each tick from everything that has happened.
  private struct History {
    private struct Effect {
      var limits: EffectLimits
      /// When its time began; nil where none runs.
      var since: Int?
      var isCancelled: Bool
      var ranTooLong = false
    }

    private var effects: [Int: Effect] = [:]

    mutating func handle(_ event: Machine.Event, now: Int) -> [Machine.Directive] {
      switch event {
      case .started(let id, let limits):
        if limits.effectMilliseconds != nil {
          effects[id] = Effect(limits: limits, since: now, isCancelled: false)
        }
      case .cancelled(let id, let limits):
        if effects[id]?.isCancelled == true { break }
        effects[id] = Effect(limits: limits, since: now, isCancelled: true)
      case .waits(let id):
        if effects[id]?.isCancelled == true { effects[id]?.since = now }
      case .ended(let id):
        effects[id] = nil
      case .forgive:
        for id in effects.keys { effects[id]?.since = now }
      case .tick:
        return effects.keys.sorted().flatMap { tick($0, now) }
      }
      return []
    }

    private mutating func tick(_ id: Int, _ now: Int) -> [Machine.Directive] {
      guard let effect = effects[id], let since = effect.since else { return [] }
      if effect.isCancelled {
        guard now - since >= effect.limits.cancellationMilliseconds else { return [] }
        effects[id]?.since = nil
        let hang = EffectHang(
          milliseconds: now - since, limits: effect.limits, ranTooLong: effect.ranTooLong)
        return [.end(id, hang)]
      }
      guard let time = effect.limits.effectMilliseconds, now - since >= time else { return [] }
      effects[id] = Effect(
        limits: effect.limits, since: now, isCancelled: true, ranTooLong: true)
      return [.cancel(id)]
    }
  }

  private func sorted(_ directives: [Machine.Directive]) -> [Machine.Directive] {
    func id(_ directive: Machine.Directive) -> Int {
      switch directive {
      case .cancel(let id), .end(let id, _): id
      }
    }
    return directives.sorted { id($0) < id($1) }
  }

  @Test("every short sequence of what can happen to two effects")
  func everySequence() {
    // One step is an event now, or a millisecond that passes.
    let events: [Machine.Event?] = [
      .started(1, Self.limits), .cancelled(1, Self.endless), .waits(1), .ended(1),
      .cancelled(2, Self.limits), .forgive, .tick, nil,
    ]
    var count = 0
    func explore(_ machine: Machine, _ history: History, _ now: Int, _ depth: Int) {
      count += 1
      if depth == 0 { return }
      for event in events {
        var (next, model) = (machine, history)
        let time = event == nil ? now + 1 : now
        if let event {
          let isTick = event == .tick
          // Before anything is due a tick brings nothing, so that nobody need look.
          let isDue = machine.due.map { $0 <= now } ?? false
          let directives = sorted(next.handle(event, now: now))
          let expected = model.handle(event, now: now)
          // An expectation for each would take longer than all the rest.
          if directives != expected { Issue.record("\(directives), and not \(expected)") }
          if isTick, !isDue, !directives.isEmpty { Issue.record("it was not due") }
        }
        explore(next, model, time, depth - 1)
      }
    }
    explore(Machine(), History(), 0, 6)
    #expect(count == (0...6).reduce(0) { sum, _ in sum * 8 + 1 })
  }

  @Test("long sequences of a few effects, which are looked at when something is due alone")
  func longSequences() {
    var random = SplitMix(seed: 11)
    for _ in 0..<200 {
      var (machine, history) = (Machine(), History())
      var now = 0
      for _ in 0..<400 {
        let id = Int(random.next() % 4)
        let event: Machine.Event =
          switch random.next() % 12 {
          case 0, 1: .started(id, Self.limits)
          case 2: .cancelled(id, Self.endless)
          case 3: .waits(id)
          case 4, 5: .ended(id)
          case 6 where random.next() % 4 == 0: .forgive
          default: .tick
          }
        now += Int(random.next() % 2)
        let expected = history.handle(event, now: now)
        if event == .tick, machine.due.map({ $0 > now }) ?? true {
          #expect(expected.isEmpty)
          continue
        }
        #expect(sorted(machine.handle(event, now: now)) == expected)
      }
    }
  }

  @Test("what was said to hang counts until it has ended")
  func hanging() {
    var machine = Machine()
    _ = machine.handle(.cancelled(1, Self.endless), now: 0)
    _ = machine.handle(.cancelled(2, Self.endless), now: 0)
    #expect(machine.hangingCount == 0)
    _ = machine.handle(.ended(2), now: 1)
    _ = machine.handle(.tick, now: 2)
    #expect(machine.hangingCount == 1)
    #expect(machine.due == nil)
    _ = machine.handle(.ended(1), now: 3)
    #expect(machine.hangingCount == 0)
    #expect(machine.isEmpty)
  }

  @Test("times are a millisecond at least, and no more than a day and a year")
  func bounds() {
    let least = EffectLimits(cancellationMilliseconds: -5, effectMilliseconds: 0)
    #expect(least.cancellationMilliseconds == 1)
    #expect(least.effectMilliseconds == 1)
    let most = EffectLimits(cancellationMilliseconds: .max, effectMilliseconds: .max)
    #expect(most.cancellationMilliseconds == 86_400_000)
    #expect(most.effectMilliseconds == 365 * 86_400_000)
  }
}
