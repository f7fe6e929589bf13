import PandoCluster
import PandoHosting

// The rules of workers that go out of service, which every coordinator knows.
extension SharedCase {
  static let drains = [
    SharedCase("a drain reaches a worker that beats elsewhere, and outlives who was asked") {
      cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      let (lease, _) = try await one.registry.joined(.check("a"))
      try await eventually("the other one knows it") {
        _ = try await one.registry.beats(lease.id)
        return try await two.registry.drain(lease.id, withinMilliseconds: 60_000, isEnding: false)
      }
      try two.registry.checkDrains(lease.id, within: 1...60_000)
      try await eventually("the worker is told") {
        _ = try await one.registry.beats(lease.id)
        return one.registry.drainLeft(lease.id) != nil
      }
      try one.registry.checkDrains(lease.id, within: 1...60_000)
      for coordinator in [one, two] {
        guard case .failure(.noneUsable) = coordinator.registry.place(.check, avoiding: []) else {
          throw CheckFailure(description: "\(coordinator.name) placed on it")
        }
      }
      await two.stop()
      // One that begins later knows it from the start.
      let three = try await cluster.start("three")
      try check(try await three.registry.beats(lease.id), "it is the same there")
      try three.registry.checkDrains(lease.id, within: 1...60_000)
      try check(try await three.registry.undrain(lease.id) == .done, "it is put back")
      try await eventually("it is in service at the first one") {
        _ = try await one.registry.beats(lease.id)
        return one.registry.drainLeft(lease.id) == nil
      }
      let placement = try one.registry.place(.check, avoiding: []).get()
      try check(placement.worker == lease.id, "\(placement)")
    },
    SharedCase("what an operator asks at one coordinator does not put off an end told to another") {
      cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      for round in 0..<10 {
        let (lease, _) = try await one.registry.joined(.check("a\(round)"))
        try await eventually("the other one knows it") {
          two.registry.workers.workers[lease.id] != nil
        }
        async let ending = one.registry.drain(
          lease.id, withinMilliseconds: 5_000, isEnding: true)
        async let asked = two.registry.drain(
          lease.id, withinMilliseconds: 60_000, isEnding: false)
        let known = [try await ending, try await asked]
        try check(known == [true, true], "\(known)")
        for coordinator in [one, two] {
          try await eventually("\(coordinator.name) knows of the end") {
            coordinator.registry.workers.workers[lease.id]?.drain?.isEnding == true
          }
          try coordinator.registry.checkDrains(lease.id, within: 0...5_000)
          let outcome = try await coordinator.registry.undrain(lease.id)
          try check(outcome == .isEnding, "\(outcome)")
        }
        _ = try await one.registry.leave(lease.id)
      }
    },
    SharedCase("labels and limits are known at every coordinator") { cluster in
      let (one, two) = (try await cluster.start("one"), try await cluster.start("two"))
      var record = WorkerRecord.check("a")
      record.traits = WorkerTraits(labels: ["gpu"], lanesAtMost: 3)
      let (lease, _) = try await one.registry.joined(record)
      try await eventually("the other one knows it") {
        two.registry.workers.workers[lease.id]?.record == record
      }
      let placement = try two.registry.place(
        PlacementWish(.check, labels: ["gpu"]), avoiding: []
      ).get()
      try check(placement.worker == lease.id, "\(placement)")
      _ = try await one.registry.beats(lease.id, lanes: 3)
      try await eventually("it is full at the other one, too") {
        if case .failure(.full) = two.registry.place(.check, avoiding: []) { true } else { false }
      }
    },
  ]
}
