import PandoHosting
import Testing

@Suite("A worker's view of one client, over all short sequences of events")
struct SessionExplorationTests {
  private enum Step: CaseIterable {
    case greet, greetInOtherVersion, speak, breakProtocol, leave, tick, tickLate
  }

  /// The standing of a client as a reader of the protocol would keep it.
  private enum Standing {
    case stranger, welcomed, gone
  }

  private static let silenceMilliseconds = 10

  @Test("a client is welcomed once, heard only then, and freed or refused once")
  func everySequence() {
    var steps: [Step] = []
    explore(&steps, left: 6)
  }

  private func explore(_ steps: inout [Step], left: Int) {
    if !steps.isEmpty { check(steps) }
    if left == 0 { return }
    for step in Step.allCases {
      steps.append(step)
      explore(&steps, left: left - 1)
      steps.removeLast()
    }
  }

  private func check(_ steps: [Step]) {
    var machine = SessionMachine(silenceMilliseconds: Self.silenceMilliseconds)
    var (standing, lastHeard, now) = (Standing.stranger, 0, 0)
    for step in steps {
      now += step == .tickLate ? Self.silenceMilliseconds + 1 : 1
      let directive = take(step, &machine, now)
      if let problem = problem(with: directive, step, standing, silence: now - lastHeard) {
        Issue.record("\(problem): \(String(describing: directive)) after \(steps)")
        return
      }
      switch directive {
      case .welcome: (standing, lastHeard) = (.welcomed, now)
      case .deliver: lastHeard = now
      case .refuse, .end, .forget: standing = .gone
      case nil: break
      }
    }
  }

  private func take(
    _ step: Step, _ machine: inout SessionMachine, _ now: Int
  ) -> SessionMachine.Directive? {
    switch step {
    case .greet: machine.greeted(hello(ProtocolVersion.spoken), now: now)
    case .greetInOtherVersion: machine.greeted(hello(ProtocolRange(1)), now: now)
    case .speak: machine.heard(now: now)
    case .breakProtocol: machine.refuse("it sent garbage")
    case .leave: machine.left("it said goodbye")
    case .tick, .tickLate: machine.tick(now: now)
    }
  }

  private func problem(
    with directive: SessionMachine.Directive?, _ step: Step, _ standing: Standing, silence: Int
  ) -> String? {
    switch (step, directive) {
    case (.greet, .welcome): standing == .stranger ? nil : "it is welcomed twice"
    case (.greet, .refuse): standing == .stranger ? "it is refused for nothing" : nil
    case (.greetInOtherVersion, .refuse), (.breakProtocol, .refuse): nil
    case (.speak, .deliver): standing == .welcomed ? nil : "a stranger is heard"
    case (.speak, .refuse): standing == .stranger ? nil : "it is refused for nothing"
    case (.speak, .end): standing == .gone ? nil : "it is ended for nothing"
    case (.leave, .end): standing == .gone ? "it is freed twice" : nil
    case (.leave, nil): standing == .gone ? nil : "it is never freed"
    case (.tick, .forget), (.tickLate, .forget):
      standing == .welcomed && silence > Self.silenceMilliseconds ? nil : "it was not silent"
    case (.tick, nil), (.tickLate, nil):
      standing == .welcomed && silence > Self.silenceMilliseconds ? "its silence is missed" : nil
    default: "that is no answer to \(step)"
    }
  }

  private func hello(_ versions: ProtocolRange) -> Hello {
    Hello(versions: versions, name: "a client", features: [])
  }
}
