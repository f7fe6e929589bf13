#if Etcd
  import ClusterFeatures
  import Foundation
  import Glibc
  import Pando
  import PandoCluster
  import Synchronization
  import Testing

  @testable import PandoEtcd

  /// An etcd, two coordinators, two workers, all of them processes, and a client that sends all the time.
  @Suite(
    "A cluster over a real etcd", .serialized,
    .enabled(if: EtcdServer.isThere, Comment(rawValue: EtcdServer.absence)))
  struct EtcdScenarioTests {
    /// - Parameter moves: Whether lanes may move from one worker to another.
    private func withCluster(
      moves: Bool = false, _ body: (Cluster, Traffic) async throws -> Void
    ) async throws {
      let cluster = try await Cluster()
      do {
        try await cluster.startAll()
        let traffic = Traffic(cluster.list)
        try await traffic.goesOn("at first")
        _ = traffic.takeLongest()
        let hosts = Dictionary(
          uniqueKeysWithValues: traffic.store.state.shards.map { ($0.id, $0.processID) })
        #expect(Set(hosts.values).count == 2)
        try await body(cluster, traffic)
        let sent = await traffic.stop()
        print("  \(sent) actions, the longest took \(traffic.takeLongest())")
        #expect(traffic.store.state.total == sent)
        #expect(traffic.store.state.shards.map(\.count).reduce(0, +) == sent)
        // No lane was stopped, whatever was lost.
        for shard in traffic.store.state.shards where hosts[shard.id] != nil && !moves {
          #expect(shard.processID == hosts[shard.id])
        }
        await traffic.store.stop()
      } catch {
        for name in ["one", "two", "a", "b"] { print("--- \(name)\n\(cluster.log(name))") }
        await cluster.discard()
        throw error
      }
      await cluster.discard()
    }

    private func ids(_ cluster: Cluster, _ name: String) async -> [String]? {
      await cluster.status(name)?.workers.map(\.id)
    }

    @Test("kill -9 of the leader: another one leads, and keeps the workers under their ids")
    func leaderKilled() async throws {
      try await withCluster { cluster, traffic in
        let leader = try #require(await cluster.leader(among: ["one", "two"]))
        let other = leader == "one" ? "two" : "one"
        let workers = try #require(await ids(cluster, other))
        let term = await cluster.status(other)?.registry.term ?? 0
        let process = try #require(cluster.coordinators[leader])
        let start = ContinuousClock.now
        kill(process.processIdentifier, SIGKILL)
        try await eventually("the other one leads: \(cluster.log(other))") {
          await cluster.status(other)?.coordinator.leads == true
        }
        print(
          "  another coordinator led \(ContinuousClock.now - start) after kill -9 of the leader")
        #expect(await cluster.status(other)?.registry.term ?? 0 > term)
        try await traffic.goesOn("after the kill")
        // For longer than a lease lives without renewals.
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
          try #require(await ids(cluster, other) == workers)
          try await Task.sleep(for: .milliseconds(100))
        }
        // The one that is left places.
        traffic.store.send(.open)
        await traffic.store.send(.only(.up)).finish()
        #expect(traffic.store.state.only?.count == 1)
      }
    }

    @Test("etcd is killed and started again on its data: nothing that runs notices")
    func etcdKilled() async throws {
      try await withCluster { cluster, traffic in
        let term = await cluster.status("one")?.registry.term ?? 0
        try await cluster.server.kill()
        for name in ["one", "two"] {
          try await eventually("\(name) says that etcd is away") {
            await cluster.status(name)?.registry.isAway == true
          }
        }
        // Longer than every lease lives.
        try await Task.sleep(for: .seconds(5))
        try await traffic.goesOn("without etcd")
        #expect(await cluster.status("one")?.workers.count == 2)
        // A place is found from what is known.
        traffic.store.send(.open)
        await traffic.store.send(.only(.up)).finish()
        #expect(traffic.store.state.only?.count == 1)
        try await cluster.server.start()
        try await eventually("one leads again, and all workers are known: \(cluster.log("one"))") {
          for name in ["one", "two"] {
            guard let status = await cluster.status(name), !status.registry.isAway,
              status.registry.leader != nil, status.registry.term >= term,
              status.workers.count == 2
            else { return false }
          }
          return true
        }
        try await traffic.goesOn("with etcd")
        for name in ["one", "two"] {
          let lines = cluster.log(name).split(separator: "\n")
          #expect(lines.count { $0.contains("The registry is away") } <= 2)
          #expect(lines.contains { $0.contains("The registry is back") })
        }
      }
    }

    @Test("a leader that was stopped past its lease writes nothing when it goes on")
    func deposed() async throws {
      try await withCluster { cluster, traffic in
        let leader = try #require(await cluster.leader(among: ["one", "two"]))
        let other = leader == "one" ? "two" : "one"
        let process = try #require(cluster.coordinators[leader])
        let store = try EtcdStore(EtcdConfiguration(location: try cluster.server.location))
        let prefix = "/test/features/"
        let features = try await store.read(prefix: prefix).entries
        try #require(!features.isEmpty)
        let writes = Mutex<[RegistryEntry]>([])
        let revision = try await store.read(prefix: prefix).revision
        let watch = Task {
          try await store.watch(prefix: prefix, from: revision + 1) { events in
            for case .put(let entry) in events.changes { writes.withLock { $0.append(entry) } }
          }
        }
        let oldTerm = await cluster.status(other)?.registry.term ?? 0
        let start = ContinuousClock.now
        kill(process.processIdentifier, SIGSTOP)
        try await eventually("the other one leads") {
          await cluster.status(other)?.coordinator.leads == true
        }
        print(
          "  another coordinator led \(ContinuousClock.now - start) after SIGSTOP of the leader")
        let newTerm = await cluster.status(other)?.registry.term ?? 0
        #expect(newTerm > oldTerm)
        // What a leader wants to write at once: both see that it is missing, one of them when it wakes.
        func drop() async throws {
          _ = try await store.transact(
            RegistryTransaction(if: [], features.map { .delete($0.key) }))
        }
        try await drop()
        kill(process.processIdentifier, SIGCONT)
        for _ in 0..<10 {
          try await drop()
          try await Task.sleep(for: .milliseconds(200))
        }
        try await eventually("the stopped one answers, and knows who leads") {
          let status = await cluster.status(leader)
          return status?.coordinator.leads == false && status?.registry.term == newTerm
        }
        try await eventually("the catalogue is there again") {
          try await store.read(prefix: prefix).entries.count == features.count
        }
        watch.cancel()
        try await watch.value
        let terms = writes.withLock { $0 }.map { entry in
          String(decoding: entry.value, as: UTF8.self)
        }
        #expect(!terms.isEmpty)
        #expect(terms.allSatisfy { $0.contains("\"term\":\(newTerm)") }, "\(terms)")
        #expect(cluster.log(leader).contains("This coordinator leads no longer"))
        try await traffic.goesOn("after that")
        await store.close()
      }
    }

    @Test("all coordinators are killed: what runs goes on, and finds new ones when they are there")
    func allKilled() async throws {
      try await withCluster { cluster, traffic in
        for name in ["one", "two"] {
          if let process = cluster.coordinators[name] {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
          }
        }
        try await Task.sleep(for: .seconds(5))
        try await traffic.goesOn("without coordinators")
        try await cluster.startCoordinator("two")
        try await eventually("the workers are known again: \(cluster.log("a"))") {
          await cluster.status("two")?.workers.count == 2
        }
        traffic.store.send(.open)
        await traffic.store.send(.only(.up)).finish()
        #expect(traffic.store.state.only?.count == 1)
      }
    }

    @Test("a worker drains as one coordinator was asked, and goes on when the other is killed")
    func drain() async throws {
      try await withCluster(moves: true) { cluster, traffic in
        // Both have joined at the first of the list.
        try await cluster.pando(
          ["drain", "a", "--within", "5m", "--coordinator", "\(try cluster.endpoint("two"))"])
        let other = try #require(cluster.workers["b"]?.processIdentifier)
        try await eventually("every lane is at the other worker: \(cluster.log("a"))") {
          traffic.store.state.shards.allSatisfy { $0.processID == other }
        }
        func drained(_ name: String) async -> ClusterStatus.Worker? {
          await cluster.status(name)?.workers.first { $0.name == "a" }
        }
        for name in ["one", "two"] {
          try await eventually("\(name) shows that it drains and is empty") {
            let worker = await drained(name)
            return worker?.state == .draining && worker?.lanes == 0
          }
        }
        try await traffic.goesOn("after the drain")
        let id = await drained("two")?.id
        let process = try #require(cluster.coordinators["one"])
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // For longer than a lease lives without renewals.
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
          let worker = try #require(await drained("two"))
          try #require(worker.id == id && worker.state == .draining)
          try #require((1...300_000).contains(worker.drainMillisecondsLeft ?? 0))
          try await Task.sleep(for: .milliseconds(100))
        }
        // A list, whose first is gone.
        traffic.store.send(.open)
        await traffic.store.send(.only(.up)).finish()
        #expect(traffic.store.state.only?.processID == other)
        try await cluster.pando(["undrain", "a", "--coordinator", cluster.list])
        try await eventually("it is in service again") { await drained("two")?.state == .ready }
        try await cluster.pando(["health", "--coordinator", cluster.list, "--at-least", "2"])
        try await traffic.goesOn("at the end")
      }
    }

    @Test("a coordinator that is told to end gives its lease back, so that another leads at once")
    func leaderEnds() async throws {
      try await withCluster { cluster, traffic in
        let leader = try #require(await cluster.leader(among: ["one", "two"]))
        let other = leader == "one" ? "two" : "one"
        let start = ContinuousClock.now
        let process = try #require(cluster.coordinators[leader])
        process.terminate()
        try await eventually("the other one leads") {
          await cluster.status(other)?.coordinator.leads == true
        }
        print(
          "  another coordinator led \(ContinuousClock.now - start) after SIGTERM of the leader")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(await cluster.status(other)?.registry.coordinators.count == 1)
        try await traffic.goesOn("after that")
      }
    }
  }
#endif
