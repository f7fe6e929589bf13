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
  /// The time since the last of several refusals in which they are taken to go on.
  static let goesOnMilliseconds = 60_000
  /// The part of a machine's memory from which on it is nearly gone.
  private static let memoryAtMost = Double(WorkerLoad.strainThousandths) / 1_000
  /// The difference of clocks that is told. A beat of a machine that stalls comes late, too.
  static let clockMilliseconds = 5_000

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
      (facts.told[worker.id] ?? []).map {
        Self.told($0, by: worker.name, worker.id, beforeMilliseconds: worker.silenceMilliseconds)
      }
    }
    let own = facts.own.map { Self.told($0, by: "the coordinator \(facts.coordinator)", nil) }
    return (dated + told + own + Self.past(facts, wall)).sorted(by: ClusterProblem.isWorse)
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
    if let ahead = worker.clockAheadMilliseconds, abs(ahead) >= clockMilliseconds {
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

  private static func told(
    _ problem: ProcessProblem, by subject: String, _ worker: String?, beforeMilliseconds: Int = 0
  ) -> ClusterProblem {
    let kind = ProblemKind(rawValue: problem.kind)
    return ClusterProblem(
      severity: kind?.isCritical == true ? .critical : .warning, kind: problem.kind,
      subject: subject, text: problem.text,
      advice: problem.advice ?? kind?.advice ?? "Look at its log.",
      ageMilliseconds: problem.ageMilliseconds + beforeMilliseconds, worker: worker)
  }

  // MARK: - Within the last hour

  private static func past(_ facts: Facts, _ wall: Int) -> [ClusterProblem] {
    var problems: [ClusterProblem] = []
    // By the names of workers and the kinds: a worker that ends again and again is one problem.
    var places: [String: Int] = [:]
    for event in facts.events {
      let age = max(0, wall - event.atMilliseconds)
      guard let kind = event.problem, age <= pastMilliseconds else { continue }
      guard var problem = problem(kind, event, age, facts.workers) else { continue }
      let place =
        "\(kind) \(event.name) \(kind == .refused || kind == .unplaced ? event.worker : "")"
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
    _ kind: ProblemKind, _ event: WorkerEvent, _ age: Int, _ workers: [ClusterStatus.Worker]
  ) -> ClusterProblem? {
    var text = event.text
    var isPast = true
    switch kind {
    case .dead, .distrusted:
      let isBack = workers.contains {
        ($0.name == event.name && $0.hostName == event.hostName || $0.endpoint == event.endpoint)
          && $0.ageMilliseconds <= age
      }
      isPast = isBack
      if isBack { text += "; it is back" }
    case .suspected:
      // While it lasts the worker itself is told of.
      if workers.contains(where: { $0.id == event.worker && $0.state == .suspect }) { return nil }
    case .refused, .unplaced: isPast = age > goesOnMilliseconds
    default: break
    }
    return ClusterProblem(
      kind, event.name, text, ageMilliseconds: age, isPast: isPast, count: event.count)
  }
}

extension ClusterProblem {
  /// Tells conditions that last apart.
  fileprivate var condition: String { "\(kind) \(worker ?? subject)" }
}
