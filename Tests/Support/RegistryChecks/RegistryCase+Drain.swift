package import PandoCluster
package import PandoHosting

// The rules of workers that go out of service.
extension RegistryCase {
  static let drains = [
    RegistryCase("a worker that drains gets nothing until it is put back") { registry in
      let (lease, _) = try await registry.joined(.check("a"))
      try check(registry.drainLeft(lease.id) == nil, "it does not drain")
      try check(
        try await registry.drain(lease.id, withinMilliseconds: 60_000, isEnding: false),
        "it is known")
      try registry.checkDrains(lease.id, within: 1...60_000)
      guard case .failure(.noneUsable) = registry.place(.init(.check), avoiding: []) else {
        throw CheckFailure(description: "it was placed on")
      }
      try check(try await registry.beats(lease.id), "it goes on beating")
      try check(registry.status.map(\.state) == [.draining], "\(registry.status)")
      // The operator thinks better of it.
      _ = try await registry.drain(lease.id, withinMilliseconds: 0, isEnding: false)
      try registry.checkDrains(lease.id, within: 0...0)
      let outcome = try await registry.undrain(lease.id)
      try check(outcome == .done && registry.drainLeft(lease.id) == nil, "\(outcome)")
      _ = try registry.place(.init(.check), avoiding: []).get()
      let second = try await registry.undrain(lease.id)
      try check(second == .wasInService, "\(second)")
      try check(registry.status.map(\.state) == [.ready], "\(registry.status)")
    },
    RegistryCase("a worker whose process is to end is neither put back nor given more time") {
      registry in
      let (lease, _) = try await registry.joined(.check("a"))
      _ = try await registry.drain(lease.id, withinMilliseconds: 60_000, isEnding: false)
      _ = try await registry.drain(lease.id, withinMilliseconds: 5_000, isEnding: true)
      _ = try await registry.drain(lease.id, withinMilliseconds: 60_000, isEnding: false)
      try registry.checkDrains(lease.id, within: 0...5_000)
      let outcome = try await registry.undrain(lease.id)
      try check(outcome == .isEnding, "\(outcome)")
      try registry.checkDrains(lease.id, within: 0...5_000)
    },
    RegistryCase("a worker that drains when it joins gets nothing, and is known as it is") {
      registry in
      var record = WorkerRecord.check("a")
      record.drain = DrainLeft(milliseconds: 60_000, isEnding: false)
      let (lease, _) = try await registry.joined(record)
      try registry.checkDrains(lease.id, within: 1...60_000)
      guard case .failure(.noneUsable) = registry.place(.init(.check), avoiding: []) else {
        throw CheckFailure(description: "it was placed on")
      }
      try check(try await registry.undrain(lease.id) == .done, "it is put back")
      _ = try registry.place(.init(.check), avoiding: []).get()
      record = .check("b")
      record.drain = DrainLeft(milliseconds: 5_000, isEnding: true)
      let (ending, _) = try await registry.joined(record)
      try check(try await registry.undrain(ending.id) == .isEnding, "its process is to end")
    },
    RegistryCase("the same process that joins again drains still, and another one does not") {
      registry in
      let (first, _) = try await registry.joined(.check("a", life: "one"))
      _ = try await registry.drain(first.id, withinMilliseconds: 60_000, isEnding: false)
      let (second, _) = try await registry.joined(.check("a", life: "one"))
      try registry.checkDrains(second.id, within: 1...60_000)
      let (third, _) = try await registry.joined(.check("a", life: "two"))
      try check(registry.drainLeft(third.id) == nil, "it is another process")
    },
    RegistryCase("a worker that nobody knows is not drained") { registry in
      let (lease, _) = try await registry.joined(.check("a"))
      _ = try await registry.leave(lease.id)
      try check(
        try await !registry.drain(lease.id, withinMilliseconds: 1_000, isEnding: false),
        "it has left")
      try check(try await registry.undrain(lease.id) == .unknown, "it has left")
      try check(registry.drainLeft(lease.id) == nil, "it has left")
    },
  ]

  static let placement = [
    RegistryCase("a child is placed by its labels, and on no worker that is full") { registry in
      var record = WorkerRecord.check("a")
      record.traits = WorkerTraits(labels: ["gpu", "large"], lanesAtMost: 1)
      let (lease, _) = try await registry.joined(record)
      _ = try await registry.joined(.check("b"))
      let wish = PlacementWish(.check, labels: ["gpu"])
      let placement = try registry.place(wish, avoiding: []).get()
      try check(placement.worker == lease.id, "\(placement)")
      let second = registry.place(wish, avoiding: [])
      guard case .failure(.full) = second else {
        throw CheckFailure(description: "it has room: \(second)")
      }
      let third = registry.place(PlacementWish(.check, labels: ["tpu"]), avoiding: [])
      guard case .failure(.notLabelled(_, ["tpu"], ["gpu", "large"])) = third else {
        throw CheckFailure(description: "it has the label: \(third)")
      }
      let status = registry.status.first { $0.name == "a" }
      try check(
        status?.labels == ["gpu", "large"] && status?.lanesAtMost == 1,
        "\(String(describing: status))")
    }
  ]
}

extension Registry {
  /// Throws unless a worker drains, and has so much time left.
  func checkDrains(_ id: WorkerID, within range: ClosedRange<Int>, line: Int = #line) throws {
    let left = drainLeft(id)
    try check(
      left.map(range.contains) == true, "\(String(describing: left)) ms are left", line: line)
  }

  /// The same without labels.
  package func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID>
  ) -> Result<Placement, PlacementRefusal> {
    place(PlacementWish(feature), avoiding: avoided)
  }
}
