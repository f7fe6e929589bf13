import Pando

/// A random program for a simulated cluster: what clients send, what goes wrong, and when.
package struct SimulatedProgram: Codable, Equatable, Sendable {
  var setup: Setup
  var events: [Event]

  init(setup: Setup, events: [Event]) {
    self.setup = setup
    self.events = events
  }

  /// Writes the program of a seed. Most have 5 to 40 events; one in a hundred has a thousand, one in ten
  /// thousand has ten thousand. About seven in ten send an action.
  package init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    var setup = Setup(seed: seed)
    setup.source = pick([.spawned, .connected, .coordinated], &generator)
    setup.workerCount = pick([1, 2, 3], &generator)
    setup.clientCount = generator.chance(oneIn: 4) ? 2 : 1
    setup.window = pick([1, 2, 3, 8, 100], &generator)
    setup.isAsReady = generator.chance(oneIn: 3)
    setup.latencyMicroseconds = pick([20, 200, 2_000, 50_000], &generator)
    let size = Int.random(in: 0..<10_000, using: &generator)
    let count =
      size == 0 ? 10_000 : size < 100 ? 1_000 : Int.random(in: 5...40, using: &generator)
    // A third go undisturbed: then every effect must be as in one process too.
    let isCalm = generator.chance(oneIn: 3)
    // One in thirty sends many slow actions, or long ones, at once.
    let burst = generator.chance(oneIn: 30) ? Int.random(in: 30...90, using: &generator) : 0
    let isLong = generator.chance(oneIn: 2)
    if burst > 0 {
      setup.window = 100
      if isLong { setup.messageBytes = 100_000 }
    }
    if setup.source != .spawned, generator.chance(oneIn: 10) {
      if generator.chance(oneIn: 2) { setup.strangerCount = 1 } else { setup.olderCount = 1 }
    }
    if setup.source != .spawned, generator.chance(oneIn: 6) {
      setup.newerCount = 1
      setup.newerShare = pick([nil, 100, 500], &generator)
    }
    if generator.chance(oneIn: 3) { setup.tellsOfInterruption = true }
    let isPoisonous = !isCalm && generator.chance(oneIn: 4)
    if isPoisonous { setup.timeoutMilliseconds = 3_000 }

    var actions = ProgramGenerator(
      seed: seed &* 31 &+ 7, rushes: generator.chance(oneIn: 3))
    let sendsInTasks = generator.chance(oneIn: 4)
    var events: [Event] = []
    let burstAt = Int.random(in: 0..<count, using: &generator)
    var isBurstDue = burst > 0
    while events.count < count || isBurstDue {
      if isBurstDue, events.count >= burstAt {
        isBurstDue = false
        events += actions.burst(burst, isLong: isLong).map { .send(client: 0, $0) }
      }
      let client = Int.random(in: 0..<setup.clientCount, using: &generator)
      if isPoisonous, generator.chance(oneIn: count > 100 ? 400 : 25) {
        events.append(.send(client: client, actions.poison()))
      } else if sendsInTasks, generator.chance(oneIn: 4) {
        events.append(.sendInTask(client: client, actions.action()))
      } else {
        events.append(.send(client: client, actions.action()))
      }
      if generator.chance(oneIn: 3) {
        let most = pick([10, 300, 5_000, 100_000], &generator)
        events.append(.wait(microseconds: Int.random(in: 1...most, using: &generator)))
      }
      if !isCalm, generator.chance(oneIn: count > 100 ? 150 : 12) {
        events.append(.fault(Self.fault(setup, &generator)))
      }
    }
    // One in ten has a window that a few actions fill with their bytes.
    if generator.chance(oneIn: 10) {
      setup.windowBytes = pick([1, 100, 1_000, 10_000], &generator)
    }
    // One in ten has children that share a value, and one in ten some that mount.
    if generator.chance(oneIn: 10) {
      Self.add({ actions.sharedAction() }, to: &events, setup, &generator)
    }
    if generator.chance(oneIn: 10) {
      Self.add({ actions.dockAction() }, to: &events, setup, &generator)
    }
    // Half of them drain workers, calm ones too: what runs may take as long as it wants.
    if generator.chance(oneIn: 2) {
      Self.addDrains(to: &events, isCalm: isCalm, &generator)
    }
    if generator.chance(oneIn: 3) { setup.tracesOneOf = pick([1, 1, 2, 3], &generator) }
    if generator.chance(oneIn: 3) { setup.readsTimeline = true }
    if setup.source == .spawned, generator.chance(oneIn: 2) { setup.startsAtOnce = true }
    // A third give each child an order of its own, and a third of the poisonous go on without workers.
    if generator.chance(oneIn: 3) { setup.readyPlaces = Self.places(&generator) }
    if isPoisonous, generator.chance(oneIn: 3) { setup.inProcessPlaces = Self.places(&generator) }
    // A third have a journal.
    if generator.chance(oneIn: 3) {
      setup.diskMicroseconds = pick([10, 1_000, 20_000, 200_000], &generator)
      // Half of those have their clients restarted. What is shared by reference is not, once it was written down.
      let sharesValues = events.contains { $0.sharesValues }
      if !sharesValues, generator.chance(oneIn: 2) {
        Self.addRestarts(to: &events, setup, &generator)
      }
    }
    self.init(setup: setup, events: events)
  }

  /// Has clients restarted: from some place among the events on, and as they are about to owe an action.
  private static func addRestarts(
    to events: inout [Event], _ setup: Setup, _ generator: inout SeededGenerator
  ) {
    var index = Int.random(in: 0...events.count, using: &generator)
    while index <= events.count {
      let client = Int.random(in: 0..<setup.clientCount, using: &generator)
      let atGroup = Int.random(in: 0...3, using: &generator)
      let keepsGroup = generator.chance(oneIn: 2)
      events.insert(
        .fault(.restartClient(client, atGroup: atGroup, keepsGroup: keepsGroup)), at: index)
      // Each compares all that has committed with one process, so long programs have no more of them than short ones.
      index += Int.random(in: 2...max(20, events.count / 5), using: &generator)
    }
    let chance = max(4, events.count / 40)
    for index in events.indices.reversed() {
      guard let client = events[index].clientThatWillOwe, generator.chance(oneIn: chance) else {
        continue
      }
      let keepsGroup = !generator.chance(oneIn: 4)
      events.insert(
        .fault(.restartClient(client, atGroup: 1, keepsGroup: keepsGroup)), at: index)
    }
  }

  private static func places(_ generator: inout SeededGenerator) -> Set<Root.Place> {
    Set(Root.Place.allCases.filter { _ in generator.chance(oneIn: 2) })
  }

  /// Puts drains among the events, from some place on.
  private static func addDrains(
    to events: inout [Event], isCalm: Bool, _ generator: inout SeededGenerator
  ) {
    var index = Int.random(in: 0...events.count, using: &generator)
    while index <= events.count {
      let victim = Int.random(in: 0...99, using: &generator)
      let milliseconds = Int.random(in: 0...2_000, using: &generator)
      let event: Event =
        switch Int.random(in: 0...(isCalm ? 5 : 9), using: &generator) {
        case 0...2: .drain(victim: victim)
        case 3...5: .undrain(victim: victim)
        case 6, 7: .fault(.terminate(victim: victim, milliseconds: milliseconds))
        default: .fault(.hurry(victim: victim, milliseconds: milliseconds))
        }
      events.insert(event, at: index)
      index += Int.random(in: 1...12, using: &generator)
    }
  }

  /// Puts more actions among the events, from some place on.
  private static func add(
    _ action: () -> Root.Action, to events: inout [Event], _ setup: Setup,
    _ generator: inout SeededGenerator
  ) {
    var index = Int.random(in: 0...events.count, using: &generator)
    while index <= events.count {
      let client = Int.random(in: 0..<setup.clientCount, using: &generator)
      events.insert(.send(client: client, action()), at: index)
      index += Int.random(in: 1...4, using: &generator)
    }
  }

  private static func fault(_ setup: Setup, _ generator: inout SeededGenerator) -> Fault {
    let long = generator.chance(oneIn: 3)
    let milliseconds = Int.random(in: long ? 400...15_000 : 1...400, using: &generator)
    switch Int.random(in: 0...11, using: &generator) {
    case 10:
      return generator.chance(oneIn: 3)
        ? .endClient(Int.random(in: 0..<setup.clientCount, using: &generator))
        : .kill(victim: Int.random(in: 0...99, using: &generator))
    case 11 where setup.source == .coordinated:
      return .pauseCoordinator(milliseconds: milliseconds)
    case 11:
      return .jump(milliseconds: milliseconds)
    case 0...4: return .kill(victim: Int.random(in: 0...99, using: &generator))
    case 5: return .failStart
    case 6 where setup.source == .coordinated:
      return .restartCoordinator(milliseconds: milliseconds)
    case 6, 7:
      let way = Int.random(in: 0...2, using: &generator)
      return .cut(
        client: Int.random(in: 0..<setup.clientCount, using: &generator), toWorker: way != 1,
        toClient: way != 0, milliseconds: milliseconds)
    default:
      return .pause(
        victim: Int.random(in: 0...99, using: &generator), milliseconds: milliseconds)
    }
  }

  var isCalm: Bool {
    !events.contains { if case .fault = $0 { true } else { $0.isPoison } }
  }
}

extension Event {
  /// The client that sends an action which may give rise to another; nil if it does not.
  fileprivate var clientThatWillOwe: Int? {
    switch self {
    case .send(let client, let action), .sendInTask(let client, let action):
      action.script?.steps.contains { if case .send = $0 { true } else { false } } == true
        ? client : nil
    case .wait, .fault, .drain, .undrain: nil
    }
  }

  /// True if it is about what children share.
  var sharesValues: Bool {
    switch self {
    case .send(_, let action), .sendInTask(_, let action): action.sharesValues
    case .wait, .fault, .drain, .undrain: false
    }
  }

  /// True if it sends an action that no worker survives.
  var isPoison: Bool {
    switch self {
    case .send(_, let action), .sendInTask(_, let action): action.script?.isPoison == true
    case .wait, .fault, .drain, .undrain: false
    }
  }
  /// The time that workers are at what it sends.
  var workMilliseconds: Int {
    switch self {
    case .send(_, let action), .sendInTask(_, let action):
      (action.script?.steps ?? []).reduce(0) {
        if case .work(let microseconds) = $1 { $0 + microseconds / 1_000 } else { $0 }
      }
    case .wait, .fault, .drain, .undrain: 0
    }
  }
}
