import PandoHosting

/// Finds what is wrong in a cluster: from its workers as they stand, from what they say of themselves, and from what
/// happened within the last hour.
///
/// Pure: it is told the times.
struct Diagnosis {
  /// The facts that it goes by.
  struct Facts {
    /// The coordinator that answers.
    var coordinator: String
    var registry: ClusterStatus.Registry
    var workers: [ClusterStatus.Worker]
    /// By the ids of workers, the problems that they find themselves, as they told them with their last beat.
    var told: [String: [ProcessProblem]] = [:]
    /// The problems that the coordinator finds with itself.
    var own: [ProcessProblem] = []
    var events: [WorkerEvent] = []
  }

  /// The time for which something that is over is told of.
  static let pastMilliseconds = 3_600_000
  /// The time since the last of several refusals in which they are taken to go on. Who has no place for a child asks every
  /// few seconds; who is refused may try less often.
  static let goesOnMilliseconds = 60_000
  static let staysUnplacedMilliseconds = 10_000
  /// The number of refusals from which on they tell something that tell little.
  static let refusalsAtLeast = 3
  /// The time after which a worker that was lost, and for which none has come, is no longer taken to come back.
  static let lossMilliseconds = 600_000
  /// The part of a machine's memory from which on it is nearly gone.
  private static let memoryAtMost = Double(WorkerLoad.strainThousandths) / 1_000

  /// Conditions that nobody says the age of.
  private var onsets = Onsets<String>()

  /// Returns the problems, the worst first.
  ///
  /// - Parameters:
  ///   - now: A time of a clock that does not go back.
  ///   - wall: The time of the wall clock, by which events are dated.
  mutating func problems(
    _ facts: Facts, atMilliseconds now: Int, wallMilliseconds wall: Int
  ) -> [ClusterProblem] {
    let lasting =
      registry(facts) + facts.workers.flatMap(Self.worker) + Self.builds(facts.workers)
    let ages = onsets.look(
      at: lasting.filter { $0.ageMilliseconds < 0 }.map(\.condition), atMilliseconds: now)
    let dated = lasting.map { problem in
      var problem = problem
      if problem.ageMilliseconds < 0 { problem.ageMilliseconds = ages[problem.condition] ?? 0 }
      return problem
    }
    let told = facts.workers.flatMap { worker in
      Self.told(facts.told[worker.id] ?? [], by: worker)
    }
    let own = facts.own.map {
      Self.found(
        $0, ProblemKind(rawValue: $0.kind), by: "the coordinator \(facts.coordinator)",
        advice: $0.advice)
    }
    let found = (dated + own + Self.past(facts, wall)).sorted(by: ClusterProblem.isWorse)
    // What it knows itself comes before what workers say, among those that are as bad.
    return (found + told.sorted(by: ClusterProblem.isWorse)).sorted { $0.severity < $1.severity }
  }

  /// The age of what the coordinator has to note the beginning of.
  private static let unknown = -1

  // MARK: - As they stand

  private func registry(_ facts: Facts) -> [ClusterProblem] {
    let registry = facts.registry
    guard let location = registry.location else { return [] }
    if registry.isAway {
      return [
        ClusterProblem(
          .registryAway, "the registry \(location)",
          "does not answer; what is known of it may be old",
          ageMilliseconds: Self.unknown)
      ]
    }
    guard registry.leader == nil else { return [] }
    return [
      ClusterProblem(
        .leaderless, "the registry \(location)", "has no coordinator that leads",
        ageMilliseconds: Self.unknown)
    ]
  }

  private static func worker(_ worker: ClusterStatus.Worker) -> [ClusterProblem] {
    var problems: [ClusterProblem] = []
    func add(_ kind: ProblemKind, _ text: String, ageMilliseconds: Int = unknown) {
      problems.append(
        ClusterProblem(
          kind, worker.name, text, ageMilliseconds: ageMilliseconds, worker: worker.id))
    }
    let place = "process \(worker.processID) on \(worker.hostName)"
    if worker.state == .suspect {
      add(.suspected, "is suspected dead: a program could not reach it at \(worker.endpoint)")
    } else if worker.isSilent == true {
      add(.silent, "is silent: \(place)", ageMilliseconds: worker.silenceMilliseconds)
    }
    if worker.isAddressLost == true {
      add(.addressLost, "cannot be connected to any more at \(worker.endpoint): \(place)")
    }
    if worker.state == .draining, worker.drainMillisecondsLeft == 0, worker.lanes > 0 {
      add(.overdue, "drains, its time is over, and it still has children (\(worker.lanes))")
    }
    if let use = worker.memoryUse, use >= memoryAtMost {
      add(.memory, "has a machine whose memory is taken: \(worker.hostName)")
    }
    if let ahead = worker.clockAheadMilliseconds, abs(ahead) >= WorkerLoad.clockMillisecondsApart {
      let seconds = (abs(ahead) + 500) / 1_000
      let side = ahead > 0 ? "ahead of" : "behind"
      add(.clock, "has a clock that is \(seconds) s \(side) the coordinator's: \(worker.hostName)")
    }
    return problems
  }

  /// Workers of several builds, or of shapes that differ, which host a feature of one name.
  private static func builds(_ workers: [ClusterStatus.Worker]) -> [ClusterProblem] {
    var hosts: [String: [ClusterStatus.Worker]] = [:]
    var shapes: [String: Set<FeatureDescriptor>] = [:]
    for worker in workers {
      if let build = worker.build, !worker.features.isEmpty {
        hosts[build, default: []].append(worker)
      }
      for feature in worker.features { shapes[feature.name, default: []].insert(feature) }
    }
    let differing = shapes.filter { $0.value.count > 1 }.keys.sorted()
    let isMixed = hosts.count > 1 && sharesFeatures(Array(hosts.values))
    guard isMixed || !differing.isEmpty else { return [] }
    var text = "are of several builds"
    if hosts.count > 1 {
      let parts = hosts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(4).map
      {
        "\($0.key.prefix(12)) (\(list($0.value.map(\.name).sorted())))"
      }
      text = "are of \(hosts.count) builds: \(parts.joined(separator: ", "))"
    }
    if !differing.isEmpty {
      text +=
        "; of different shapes, so that a program uses those of its own: \(list(differing))"
    }
    // It began when the first worker of the second build came.
    let began = hosts.values.map { $0.map(\.ageMilliseconds).max() ?? 0 }.sorted().dropLast().last
    return [
      ClusterProblem(.builds, "the workers", text, ageMilliseconds: began ?? unknown)
    ]
  }

  private static func sharesFeatures(_ groups: [[ClusterStatus.Worker]]) -> Bool {
    var seen: Set<String> = []
    for group in groups {
      let names = Set(group.flatMap(\.features).map(\.name))
      if !seen.isDisjoint(with: names) { return true }
      seen.formUnion(names)
    }
    return false
  }

  /// The first names of a list, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(4).joined(separator: ", ")
    return names.count > 4 ? "\(shown), and \(names.count - 4) more" : shown
  }

  /// Returns what a worker says of itself, each kind once. It speaks for its own process alone: what it says beside is a
  /// warning, and commands are the coordinator's.
  private static func told(
    _ problems: [ProcessProblem], by worker: ClusterStatus.Worker
  ) -> [ClusterProblem] {
    var seen: Set<String> = []
    return problems.filter { seen.insert($0.kind).inserted }.map { problem in
      let kind = ProblemKind(rawValue: problem.kind).flatMap { $0.isOfProcess ? $0 : nil }
      return found(problem, kind, by: worker.name, advice: nil, worker: worker.id)
    }
  }

  /// - Parameter kind: Nil where it is not known, or not believed.
  private static func found(
    _ problem: ProcessProblem, _ kind: ProblemKind?, by subject: String, advice: String?,
    worker: String? = nil
  ) -> ClusterProblem {
    ClusterProblem(
      severity: kind?.isCritical == true ? .critical : .warning, kind: problem.kind,
      subject: subject, text: problem.text,
      advice: advice ?? kind?.advice ?? "Look at its log.",
      ageMilliseconds: problem.ageMilliseconds, worker: worker)
  }

  // MARK: - Within the last hour

  private static func past(_ facts: Facts, _ wall: Int) -> [ClusterProblem] {
    var problems: [ClusterProblem] = []
    // By the kinds and by names and hosts: a worker that ends again and again is one problem.
    var places: [[String]: Int] = [:]
    var newcomers = Newcomers(facts)
    var replacements: [String: Int] = [:]
    for event in facts.events {
      let age = max(0, wall - event.atMilliseconds)
      guard let kind = event.problem, age <= pastMilliseconds else { continue }
      guard var problem = problem(kind, event, age, facts.workers, &newcomers) else { continue }
      var place = [
        kind.rawValue, event.name, event.hostName, kind == .refused ? event.worker : "",
      ]
      if kind == .replaced {
        // Two workers with one endpoint take turns: whose turn it was last does not matter.
        place = [kind.rawValue, event.endpoint]
        if age <= goesOnMilliseconds { replacements[event.endpoint, default: 0] += 1 }
        if replacements[event.endpoint, default: 0] > 1 { problem.severity = .warning }
      }
      if let index = places[place] {
        problem.count += problems[index].count
        problems[index] = problem
      } else {
        places[place] = problems.count
        problems.append(problem)
      }
    }
    return problems
  }

  private static func problem(
    _ kind: ProblemKind, _ event: WorkerEvent, _ age: Int, _ workers: [ClusterStatus.Worker],
    _ newcomers: inout Newcomers
  ) -> ClusterProblem? {
    var text = event.text
    var isPast = true
    switch kind {
    case .dead, .distrusted:
      if newcomers.isBack(event, age) {
        text = "came back: it \(text)"
      } else if let other = newcomers.take(since: age) {
        text = "has \(other) in its place: it \(text)"
      } else {
        isPast = age > lossMilliseconds
      }
    case .suspected:
      // While it lasts the worker itself is told of.
      if workers.contains(where: { $0.id == event.worker && $0.state == .suspect }) { return nil }
    case .refused:
      if event.isVague == true, event.count < refusalsAtLeast { return nil }
      isPast = event.isOver == true || age > goesOnMilliseconds
    case .unplaced: isPast = age > staysUnplacedMilliseconds
    default: break
    }
    return ClusterProblem(
      kind, event.name, text, advice: event.advice, ageMilliseconds: age, isPast: isPast,
      count: event.count)
  }
}

/// The workers that came within the last hour, each in the place of one that was lost.
private struct Newcomers {
  private let workers: [ClusterStatus.Worker]
  private let joins: [WorkerEvent]
  /// The others: they are nobody's return. The youngest is the last.
  private var others: [ClusterStatus.Worker]

  init(_ facts: Diagnosis.Facts) {
    workers = facts.workers.filter { $0.ageMilliseconds <= Diagnosis.pastMilliseconds }
    joins = facts.events.filter { $0.kind == .joined }
    let lost = facts.events.filter { $0.problem == .dead || $0.problem == .distrusted }
    others = workers.filter { worker in
      !lost.contains { Self.isOf($0, worker.name, worker.hostName, worker.endpoint) }
    }
    .sorted { $0.ageMilliseconds > $1.ageMilliseconds }
  }

  /// Returns whether an event is of the worker with this name, host and endpoint.
  private static func isOf(
    _ event: WorkerEvent, _ name: String, _ hostName: String, _ endpoint: String
  ) -> Bool {
    name == event.name && hostName == event.hostName || endpoint == event.endpoint
  }

  /// Returns whether the worker of an event has joined anew since, here or at another coordinator; it may have left
  /// again, in order.
  func isBack(_ event: WorkerEvent, _ age: Int) -> Bool {
    workers.contains {
      $0.ageMilliseconds <= age && Self.isOf(event, $0.name, $0.hostName, $0.endpoint)
    }
      || joins.contains {
        $0.number > event.number && Self.isOf(event, $0.name, $0.hostName, $0.endpoint)
      }
  }

  /// Returns the name of a worker that came since, and takes it for no other.
  mutating func take(since age: Int) -> String? {
    guard let index = others.firstIndex(where: { $0.ageMilliseconds <= age }) else { return nil }
    return others.remove(at: index).name
  }
}

extension ClusterProblem {
  /// Tells conditions that last apart.
  fileprivate var condition: String { "\(kind) \(worker ?? subject)" }
}
