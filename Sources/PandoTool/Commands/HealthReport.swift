import PandoCluster
import PandoHosting
import ZeroMQ

/// The answers of those who were asked for their health.
struct HealthReport: Encodable {
  /// A coordinator that answered.
  struct Coordinator: Encodable {
    var endpoint: String
    var version: String
    var uptimeMilliseconds: Int
    var workers: Int
    /// Workers that would be ready, and of which nothing was heard in time.
    var silentWorkers: Int
    var suspectWorkers: Int
    var drainingWorkers: Int
    var children: Int
  }

  /// True if all who were asked answered.
  private(set) var isHealthy = true
  private(set) var coordinator: Coordinator?
  private(set) var worker: WorkerHealth?
  /// Why it is not healthy: who did not answer, or what was missing.
  private(set) var failures: [String] = []
  /// The things that are wrong, as the coordinator says; nil where it was not asked, or does not say,
  /// as to a probe.
  private(set) var problems: [ClusterProblem]?
  /// The workers that are not ready, in words.
  private var exceptions = ""

  private enum CodingKeys: CodingKey {
    case isHealthy, coordinator, worker, failures, problems
  }

  /// Asks a coordinator, and returns its status, where the key may ask for it.
  mutating func ask(
    coordinators endpoints: [Endpoint], _ keys: ClusterKeys, _ milliseconds: Int, _ atLeast: Int
  ) async -> ClusterStatus? {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    do {
      var health: ClusterHealth
      repeat {
        health = try await ClusterHealth.ask(
          coordinatorsAt: endpoints, keys: keys, timeoutMilliseconds: milliseconds)
        if health.workers.ready >= atLeast { break }
        // They join when they find the coordinator.
        try await Task.sleep(for: .milliseconds(100))
      } while clock.now < end
      let counts = health.workers
      let place = endpoints.count == 1 ? "\(endpoints[0])" : health.coordinator.endpoint
      coordinator = Coordinator(
        endpoint: place, version: health.coordinator.version,
        uptimeMilliseconds: health.coordinator.uptimeMilliseconds, workers: counts.ready,
        silentWorkers: counts.silent, suspectWorkers: counts.suspect,
        drainingWorkers: counts.draining, children: health.children)
      exceptions = counts.exceptions
      problems = health.status?.problems
      if counts.ready < atLeast {
        let others = exceptions.isEmpty ? "" : " that are ready (\(exceptions))"
        note(
          """
          The coordinator at \(place) knows \(plural(counts.ready, "worker"))\(others) after \
          \(milliseconds) ms, and \(atLeast) are wanted.
          """)
      }
      return health.status
    } catch {
      note("\(error)")
      return nil
    }
  }

  mutating func ask(
    worker endpoint: Endpoint, publicKey: CurveKey?, _ keys: ClusterKeys, _ milliseconds: Int
  ) async {
    do {
      worker = try await WorkerHealth.ask(
        workerAt: endpoint, publicKey: publicKey, keys: keys, timeoutMilliseconds: milliseconds)
    } catch {
      note("\(error)")
    }
  }

  private mutating func note(_ problem: String) {
    isHealthy = false
    failures.append(problem)
  }

  /// The answers, for people.
  var text: String {
    var lines: [String] = []
    if let coordinator {
      lines.append(
        "coordinator \(coordinator.endpoint): \(plural(coordinator.workers, "worker")), "
          + plural(coordinator.children, "child", "children")
          + (exceptions.isEmpty ? "" : "; \(exceptions)"))
    }
    if let worker {
      lines.append(
        "worker \(worker.endpoint): \(plural(worker.children, "child", "children"))")
    }
    return lines.joined(separator: "\n")
  }
}
