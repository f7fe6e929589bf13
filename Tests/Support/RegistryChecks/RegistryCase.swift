package import PandoCluster
package import PandoHosting
import PandoWire

/// A rule that every registry keeps, and the way to try it.
package struct RegistryCase: Sendable, CustomStringConvertible {
  package let description: String
  package let run: @Sendable (_ registry: any Registry) async throws -> Void

  init(
    _ description: String,
    _ run: @escaping @Sendable (_ registry: any Registry) async throws -> Void
  ) {
    self.description = description
    self.run = run
  }

  package static let all = membership + drains + placement

  private static let membership = [
    RegistryCase("a worker that joins is placed on until it leaves") { registry in
      let (lease, replaced) = try await registry.joined(.check("a"))
      try check(replaced == nil, "nobody was replaced")
      try check(try await registry.beats(lease.id), "it is known")
      let placement = try registry.place(.check, avoiding: []).get()
      try check(placement.worker == lease.id && placement.endpoint == "ipc:///a", "\(placement)")
      try check(try await registry.leave(lease.id)?.name == "a", "it had been known")
      try check(try await !registry.beats(lease.id), "it has left")
      try check(try await registry.leave(lease.id) == nil, "it has left before")
      guard case .failure = registry.place(.check, avoiding: []) else {
        throw CheckFailure(description: "something was placed on nobody")
      }
    },
    RegistryCase("the least loaded is chosen, unless it is to be avoided") { registry in
      let (first, _) = try await registry.joined(.check("a"))
      let (second, _) = try await registry.joined(.check("b"))
      try check(second.id > first.id, "ids grow: \(first.id), \(second.id)")
      _ = try await registry.beats(first.id, lanes: 3)
      _ = try await registry.beats(second.id, lanes: 1)
      func placed(_ avoided: Set<WorkerID> = []) throws -> WorkerID {
        let placement = try registry.place(.check, avoiding: avoided).get()
        return placement.worker
      }
      try check(try placed() == second.id && placed() == second.id, "two more make three")
      try check(try placed() == first.id, "of equals the first")
      try check(try placed([first.id]) == second.id, "the other is to be avoided")
      guard case .failure(.noneUsable) = registry.place(.check, avoiding: [first.id, second.id])
      else { throw CheckFailure(description: "both are to be avoided") }
      guard case .failure = registry.place(.other, avoiding: []) else {
        throw CheckFailure(description: "nobody hosts the other one")
      }
    },
    RegistryCase("a worker takes the place of the one at its endpoint, which is told so") {
      registry in
      let (first, _) = try await registry.joined(.check("a", endpoint: "ipc:///same", life: "1"))
      let (second, replaced) = try await registry.joined(
        .check("b", endpoint: "ipc:///same", life: "2"))
      try check(replaced == first.id && second.id > first.id, "\(String(describing: replaced))")
      try check(try await !registry.beats(first.id), "it was replaced")
      try check(try await registry.beats(second.id), "it is the one there")
      try check(registry.workers.workers.count == 1, "one is there")
      let outcome = try await registry.join(
        .check("c", endpoint: "ipc:///same", key: "another"), sameKeyOnly: true)
      guard case .taken(second.id, let holder) = outcome, holder.name == "b" else {
        throw CheckFailure(description: "\(outcome)")
      }
      try check(try await registry.beats(second.id), "it is there still")
    },
    RegistryCase("a worker that a client could not reach gets nothing before its next beat") {
      registry in
      let (lease, _) = try await registry.joined(.check("a"))
      let first = try await registry.report(dead: lease.id)
      let second = try await registry.report(dead: lease.id)
      try check(first == .suspected && second == .suspectedAlready, "\(first), \(second)")
      guard case .failure(.noneUsable) = registry.place(.check, avoiding: []) else {
        throw CheckFailure(description: "it was placed on")
      }
      let outcome = try await registry.beat(lease.id, load: .none)
      try check(outcome == .recovered, "\(outcome)")
      _ = try registry.place(.check, avoiding: []).get()
      let stranger = WorkerID(coordinator: lease.id.coordinator, number: lease.id.number + 1_000)
      try check(try await registry.report(dead: stranger) == .unknown, "nobody knows it")
    },
    RegistryCase("a worker that falls silent is forgotten, and one that beats is not") { registry in
      let (silent, _) = try await registry.joined(.check("a"))
      let (steady, _) = try await registry.joined(.check("b"))
      try await eventually("the silent one is forgotten") {
        try check(try await registry.beats(steady.id), "the steady one is forgotten")
        _ = registry.expire { _ in true }
        return registry.workers.workers[silent.id] == nil
      }
      try check(try await !registry.beats(silent.id), "it is told to join again")
    },
    RegistryCase("a worker that is not trusted is not shown") { registry in
      let (lease, _) = try await registry.joined(.check("a"))
      let expiry = registry.expire { $0.name != "a" }
      try check(expiry.distrusted.keys.first == lease.id, "\(expiry)")
      try check(registry.workers.workers.isEmpty, "it is shown")
      guard case .failure = registry.place(.check, avoiding: []) else {
        throw CheckFailure(description: "it was placed on")
      }
      let again = registry.expire { $0.name != "a" }
      try check(again.distrusted.isEmpty, "that was told before")
    },
  ]
}

extension FeatureDescriptor {
  package static let check = FeatureDescriptor(
    name: "Checks/Feature", state: .init(rawValue: 1), action: .init(rawValue: .max))
  package static let other = FeatureDescriptor(
    name: "Checks/Other", state: .init(rawValue: 3), action: .init(rawValue: 4))
}

extension WorkerRecord {
  /// A worker that hosts the feature of the checks.
  package static func check(
    _ name: String, endpoint: String? = nil, life: String? = nil, key: String? = nil,
    _ features: [FeatureDescriptor] = [.check]
  ) -> WorkerRecord {
    WorkerRecord(
      name: name, endpoint: endpoint ?? "ipc:///\(name)", processID: 1, hostName: "grove",
      features: features, key: key, life: life)
  }
}

extension Registry {
  package func joined(_ record: WorkerRecord) async throws -> (WorkerLease, replaced: WorkerID?) {
    let outcome = try await join(record, sameKeyOnly: false)
    guard case .joined(let lease, let replaced) = outcome else {
      throw CheckFailure(description: "\(record.name) has not joined: \(outcome)")
    }
    return (lease, replaced)
  }

  /// Beats; false when the worker is to join again.
  package func beats(_ id: WorkerID, lanes: Int = 0) async throws -> Bool {
    try await beat(id, load: WorkerLoad(lanes: lanes, actionsPerSecond: 0)) != .unknown
  }
}
