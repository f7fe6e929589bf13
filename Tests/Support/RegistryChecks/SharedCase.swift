package import Logging
package import PandoCluster
import PandoHosting
import PandoWire

/// A rule that registries keep which share a store, and the way to try it.
package struct SharedCase: Sendable, CustomStringConvertible {
  package let description: String
  package let run: @Sendable (_ cluster: SharedCluster) async throws -> Void

  init(
    _ description: String,
    _ run: @escaping @Sendable (_ cluster: SharedCluster) async throws -> Void
  ) {
    self.description = description
    self.run = run
  }

  package static let all = membership + drains

  private static let membership = [
    SharedCase("what joins at one coordinator is known at another, under the same id") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      let (lease, _) = try await one.registry.joined(.check("a", key: "its key"))
      try await eventually("the other one knows it") {
        (try? two.registry.place(.check, avoiding: []).get())
          == Placement(worker: lease.id, name: "a", endpoint: "ipc:///a", key: "its key")
      }
      await one.stop()
      for _ in 0..<40 {
        try check(try await two.registry.beats(lease.id), "it is the same there")
        try await Task.sleep(for: .milliseconds(100))
      }
      _ = try await two.registry.leave(lease.id)
    },
    SharedCase("one leads at a time, and another one after it, in a later term") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      try await eventually("both agree on the leader") {
        let leader = one.registry.condition.leader
        return leader != nil && leader == two.registry.condition.leader
          && one.registry.condition.coordinators.count == 2
          && two.registry.condition.coordinators.count == 2
      }
      let term = one.registry.condition.term
      let isFirst = one.registry.condition.leader?.endpoint == "one"
      let (old, new) = isFirst ? (one, two) : (two, one)
      await old.stop()
      try await eventually("the other one leads") {
        let condition = new.registry.condition
        return condition.leader?.endpoint == new.name && condition.term > term
          && condition.coordinators.count == 1
      }
    },
    SharedCase(
      "of coordinators with one endpoint, as in two containers, one leads and both are told"
    ) {
      cluster in
      let one = try await cluster.start("one", at: "tcp://0.0.0.0:7610")
      let two = try await cluster.start("two", at: "tcp://0.0.0.0:7610")
      try await eventually("one leads") {
        one.registry.condition.coordinators.count == 2
          && two.registry.condition.coordinators.count == 2
          && one.registry.isLeading != two.registry.isLeading
      }
      for _ in 0..<20 {
        try check(one.registry.isLeading != two.registry.isLeading, "one of them leads")
        try await Task.sleep(for: .milliseconds(10))
      }
      let (lease, _) = try await one.registry.joined(.check("a"))
      try await eventually("the suspicion is known") {
        _ = try await two.registry.report(dead: lease.id)
        return one.registry.workers.workers[lease.id]?.isSuspect == true
      }
      _ = try await one.registry.leave(lease.id)
    },
    SharedCase("loads and suspicions are known at every coordinator") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      let (lease, _) = try await one.registry.joined(.check("a"))
      try await eventually("the other one knows its load") {
        _ = try await one.registry.beats(lease.id, lanes: 7)
        return two.registry.workers.workers[lease.id]?.load.lanes == 7
      }
      try await eventually("the suspicion is known") {
        _ = try await two.registry.report(dead: lease.id)
        return one.registry.workers.workers[lease.id]?.isSuspect == true
      }
      try await eventually("its end is known") {
        _ = try await one.registry.beats(lease.id, lanes: 7)
        return two.registry.workers.workers[lease.id]?.isSuspect == false
      }
    },
    SharedCase("of workers that join at one endpoint at once, one is left") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      for round in 0..<10 {
        async let first = one.registry.joined(.check("a\(round)", endpoint: "ipc:///same"))
        async let second = two.registry.joined(.check("b\(round)", endpoint: "ipc:///same"))
        let ids = [try await first.0.id, try await second.0.id]
        try check(Set(ids).count == 2, "\(ids)")
        let last = ids.max()
        for cluster in [one, two] {
          try await eventually("the later one is left") {
            Array(cluster.registry.workers.workers.keys) == [last].compactMap(\.self)
          }
        }
        for id in ids {
          try check(try await one.registry.beats(id) == (id == last), "\(id) of \(ids)")
        }
      }
    },
    SharedCase("of workers with other keys that join at one endpoint at once, one is refused") {
      cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      for round in 0..<20 {
        @Sendable func join(_ member: SharedCluster.Member, _ key: String) async throws
          -> RegistryJoin
        {
          try await member.registry.join(
            .check(key, endpoint: "ipc:///\(round)", key: key), sameKeyOnly: true)
        }
        async let first = join(one, "a key")
        async let second = join(two, "another key")
        var holders: [WorkerID] = []
        var winners: [WorkerID] = []
        for outcome in [try await first, try await second] {
          switch outcome {
          case .joined(let lease, _): winners.append(lease.id)
          case .taken(let id, _): holders.append(id)
          }
        }
        try check(winners.count == 1 && holders == winners, "\(winners), \(holders)")
      }
    },
    SharedCase("the leader keeps a catalogue of features, which outlives workers and leaders") {
      cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      let (lease, _) = try await one.registry.joined(.check("a", [.check, .other]))
      for coordinator in [one, two] {
        try await eventually("both features are known") {
          coordinator.registry.condition.features.count == 2
        }
      }
      _ = try await one.registry.leave(lease.id)
      await one.stop()
      try await eventually("the worker is forgotten") { two.registry.workers.workers.isEmpty }
      let refusal = two.registry.place(.check, avoiding: [])
      try check(refusal == .failure(.hostsGone(.check)), "\(refusal)")
      await two.stop()
      let three = try await cluster.start("three")
      let other = FeatureDescriptor(
        name: FeatureDescriptor.check.name, state: .init(rawValue: 9),
        action: .init(rawValue: 9))
      let second = three.registry.place(other, avoiding: [])
      try check(second == .failure(.otherSchema(other, theirs: [.check])), "\(second)")
    },
    SharedCase("a worker's own process that joins again takes nobody's place") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      let (first, _) = try await one.registry.joined(.check("a", life: "its life"))
      try await eventually("the other one knows it") { two.registry.workers.workers.count == 1 }
      let (second, replaced) = try await two.registry.joined(.check("a", life: "its life"))
      try check(replaced == nil && second.id > first.id, "\(String(describing: replaced))")
    },
  ]
}

/// Coordinators' registries over one store, each with a connection of its own.
package actor SharedCluster {
  package struct Member: Sendable {
    package let name: String
    package let registry: SharedRegistry
    let task: Task<Void, Never>

    package func stop() async {
      task.cancel()
      await task.value
    }
  }

  private let connect: @Sendable () throws -> any RegistryStore
  private let prefix: String
  private let logger: Logger
  private var members: [Member] = []

  package init(
    prefix: String, logger: Logger = Logger(label: "checks") { _ in SwiftLogNoOpLogHandler() },
    _ connect: @escaping @Sendable () throws -> any RegistryStore
  ) {
    self.connect = connect
    self.prefix = prefix
    self.logger = logger
  }

  /// Returns a registry once it knows what the store has.
  ///
  /// - Parameter endpoint: The coordinator's; nil for one that is its name.
  package func start(_ name: String, at endpoint: String? = nil) async throws -> Member {
    var settings = RegistrySettings()
    settings.lifeMilliseconds = 2_000
    settings.beatIntervalMilliseconds = 100
    let registry = SharedRegistry(
      try connect(), kind: "shared", prefix: prefix, settings: settings, logger: logger)
    let card = CoordinatorCard(
      endpoint: endpoint ?? name, processID: 1, hostName: "grove", version: "1")
    let member = Member(name: name, registry: registry, task: Task { await registry.run(card) })
    members.append(member)
    try await eventually("\(name) knows the registry") {
      (try? registry.requireKnowledge()) != nil
    }
    return member
  }

  /// Ends every registry that goes on.
  package func stop() async {
    for member in members { await member.stop() }
  }
}
