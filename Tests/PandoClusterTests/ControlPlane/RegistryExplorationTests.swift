import Testing

@testable import PandoCluster
@testable import PandoHosting

@Suite("Every short history of a registry")
struct RegistryExplorationTests {
  enum Step: CaseIterable {
    case joinFirst, joinSecond, beatOldest, beatNewest, leaveNewest, reportOldest, place, wait
  }

  @Test("every history of five events keeps the rules")
  func exhaustive() {
    let feature = FeatureDescriptor.sample("Search")
    var histories = 0
    func explore(_ registry: WorkerRegistry, _ now: Int, depth: Int) {
      histories += 1
      guard depth > 0 else { return }
      for step in Step.allCases {
        var next = registry
        var later = now
        apply(step, to: &next, &later, feature)
        check(next, now: later)
        explore(next, later, depth: depth - 1)
      }
    }
    explore(WorkerRegistry(incarnation: 1, lifeMilliseconds: 10), 0, depth: 5)
    #expect(histories == (0...5).reduce(0) { sum, depth in sum + power(8, depth) })
  }

  private func apply(
    _ step: Step, to registry: inout WorkerRegistry, _ now: inout Int, _ feature: FeatureDescriptor
  ) {
    let ids = registry.workers.keys.sorted()
    switch step {
    case .joinFirst: _ = registry.join(.sample("first", feature), atMilliseconds: now)
    case .joinSecond: _ = registry.join(.sample("second", feature), atMilliseconds: now)
    case .beatOldest:
      guard let id = ids.first else { return }
      expect(registry.beat(id, load: .none, atMilliseconds: now) != .unknown)
      expect(registry.workers[id]?.isSuspect == false)
    case .beatNewest:
      guard let id = ids.last else { return }
      expect(registry.beat(id, load: .none, atMilliseconds: now) != .unknown)
    case .leaveNewest:
      guard let id = ids.last else { return }
      expect(registry.leave(id) != nil && registry.workers[id] == nil)
    case .reportOldest:
      guard let id = ids.first else { return }
      expect(registry.report(dead: id, atMilliseconds: now) != .unknown)
    case .place:
      let usable = registry.workers.filter { !$0.value.isSuspect }
      switch registry.place(feature) {
      case .success(let placement):
        let fewest = usable.values.map(\.lanes).min()
        expect(usable[placement.worker]?.lanes == fewest)
      case .failure: expect(usable.isEmpty)
      }
    case .wait:
      now += 6
      _ = registry.expire(atMilliseconds: now)
    }
  }

  private func check(_ registry: WorkerRegistry, now: Int) {
    let workers = registry.workers.values
    expect(Set(workers.map(\.record.endpoint)).count == workers.count)
    expect(workers.allSatisfy { now - $0.lastBeatMilliseconds <= 10 })
    expect(workers.allSatisfy { $0.placedSinceBeat >= 0 })
  }

  // A macro for each of some 100,000 checks would take long.
  private func expect(_ condition: Bool, _ line: Int = #line) {
    if !condition { Issue.record("a rule is broken, line \(line)") }
  }

  private func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
