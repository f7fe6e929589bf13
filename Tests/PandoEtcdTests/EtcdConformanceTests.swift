import Foundation
import Logging
import PandoCluster
import RegistryChecks
import Synchronization
import Testing
import ZeroMQ

@testable import PandoEtcd

#if Etcd
  /// The rules that hold in memory and in the model of etcd, tried on etcd itself.
  @Suite(
    "A registry in a real etcd", .serialized,
    .enabled(if: EtcdServer.isThere, Comment(rawValue: EtcdServer.absence)))
  struct EtcdConformanceTests {
    private func withCluster(_ body: (SharedCluster) async throws -> Void) async throws {
      let location = try await EtcdServer.shared.value.location
      let cluster = SharedCluster(prefix: "/\(UUID())") {
        try EtcdStore(EtcdConfiguration(location: location))
      }
      do {
        try await body(cluster)
      } catch {
        await cluster.stop()
        throw error
      }
      await cluster.stop()
    }

    @Test("as a store", arguments: StoreCase.all)
    func store(_ rule: StoreCase) async throws {
      let store = try EtcdStore(
        EtcdConfiguration(location: try await EtcdServer.shared.value.location))
      do {
        try await rule.run(store, "/\(UUID())/")
      } catch {
        await store.close()
        throw error
      }
      await store.close()
    }

    @Test("as every registry", arguments: RegistryCase.all)
    func registry(_ rule: RegistryCase) async throws {
      try await withCluster { try await rule.run(try await $0.start("one").registry) }
    }

    @Test("of several coordinators", arguments: SharedCase.all)
    func several(_ rule: SharedCase) async throws {
      try await withCluster { try await rule.run($0) }
    }

    /// Its library would close a connection on which etcd asks so often for a sign of life.
    @Test("many calls in a short time all go well, and a watch goes on meanwhile")
    func manyCalls() async throws {
      let store = try EtcdStore(
        EtcdConfiguration(location: try await EtcdServer.shared.value.location))
      let prefix = "/\(UUID())/"
      let seen = Mutex(0)
      let revision = try await store.read(prefix: prefix).revision
      let watch = Task {
        try await store.watch(prefix: prefix, from: revision + 1) { events in
          seen.withLock { $0 += events.changes.count }
        }
      }
      for number in 0..<600 {
        let outcome = try await store.transact(
          RegistryTransaction(if: [], [.put(prefix + "key", [UInt8(number % 256)], lease: 0)]))
        #expect(outcome.isDone)
      }
      try await eventually("the watch has seen all") { seen.withLock { $0 } == 600 }
      watch.cancel()
      _ = try? await watch.value
      await store.close()
    }

    @Test("many calls at once all go well, over connections that are not there yet")
    func manyCallsAtOnce() async throws {
      let location = try await EtcdServer.shared.value.location
      for _ in 0..<5 {
        let store = try EtcdStore(EtcdConfiguration(location: location))
        let prefix = "/\(UUID())/"
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<400 {
            group.addTask { _ = try await store.read(prefix: prefix) }
          }
          try await group.waitForAll()
        }
        await store.close()
      }
    }

    @Test("the next member is used when one does not answer, however many calls there are")
    func silentMember() async throws {
      let server = try await EtcdServer.shared.value
      let silent = try SilentServer()
      let location = try EtcdLocation("etcd://127.0.0.1:\(silent.port),127.0.0.1:\(server.port)")
      let store = try EtcdStore(EtcdConfiguration(location: location))
      // So many that a connection is retired long before a call over it has failed.
      let callers = (0..<300).map { _ in
        Task {
          while !Task.isCancelled {
            if (try? await store.read(prefix: "/none/")) != nil { return true }
          }
          return false
        }
      }
      let deadline = Task {
        try await Task.sleep(for: .seconds(30))
        for caller in callers { caller.cancel() }
      }
      var answered = 0
      for caller in callers where await caller.value { answered += 1 }
      deadline.cancel()
      #expect(answered == callers.count)
      await store.close()
    }

    @Test("the next member is used when one does not answer")
    func members() async throws {
      let server = try await EtcdServer.shared.value
      let location = try EtcdLocation("etcd://127.0.0.1:1,127.0.0.1:\(server.port)")
      let store = try EtcdStore(EtcdConfiguration(location: location))
      try await eventually("the second one answers") {
        (try? await store.read(prefix: "/none/")) != nil
      }
      await store.close()
    }

    @Test("one that is full refuses writes, and its watches and leases go on")
    func full() async throws {
      let server = try await EtcdServer(arguments: ["--quota-backend-bytes", "1048576"])
      let store = try EtcdStore(EtcdConfiguration(location: try server.location))
      let (lease, _) = try await store.grantLease(lifeMilliseconds: 60_000)
      _ = try await store.transact(
        RegistryTransaction(if: [], [.put("/full/key", [1], lease: lease)]))
      let revision = try await store.read(prefix: "/full/").revision
      let seen = Mutex<[RegistryEvents.Change]>([])
      let watch = Task { () async -> RegistryStoreError? in
        do throws(RegistryStoreError) {
          try await store.watch(prefix: "/full/", from: revision + 1) { events in
            seen.withLock { $0 += events.changes }
          }
          return nil
        } catch {
          return error
        }
      }
      func put(_ key: String, bytes: Int) async -> RegistryStoreError? {
        do throws(RegistryStoreError) {
          _ = try await store.transact(
            RegistryTransaction(
              if: [], [.put(key, [UInt8](repeating: 1, count: bytes), lease: 0)]))
          return nil
        } catch {
          return error
        }
      }
      func isRefused(_ error: RegistryStoreError?) -> Bool {
        if case .refused = error { true } else { false }
      }
      // So that the watch goes on before the store is full.
      #expect(await put("/full/first", bytes: 1) == nil)
      try await eventually("the watch tells") { seen.withLock { $0.count } == 1 }
      var refusal: RegistryStoreError?
      for number in 0..<100 where refusal == nil {
        refusal = await put("/else/\(number)", bytes: 100_000)
      }
      #expect(isRefused(refusal), "\(String(describing: refusal))")
      let second = await put("/else/large", bytes: 1_900_000)
      #expect(isRefused(second), "\(String(describing: second))")
      try await store.renew(lease: lease)
      _ = try await store.transact(RegistryTransaction(if: [], [.delete("/full/key")]))
      try await eventually("the same watch tells of what goes on") {
        seen.withLock { $0.count } == 2
      }
      watch.cancel()
      let end = await watch.value
      #expect(end == nil)
      await store.close()
      await server.discard()
    }

    @Test("a history that was thrown away is not followed, and said to be gone")
    func compacted() async throws {
      let server = try await EtcdServer.shared.value
      let store = try EtcdStore(EtcdConfiguration(location: try server.location))
      for value in UInt8(0)..<3 {
        _ = try await store.transact(
          RegistryTransaction(if: [], [.put("/compact/key", [value], lease: 0)]))
      }
      let revision = try await store.read(prefix: "/compact/").revision
      try Tool.etcdctl(["compaction", "\(revision)"], server)
      let error = await #expect(throws: RegistryStoreError.self) {
        try await store.watch(prefix: "/compact/", from: 1) { _ in }
      }
      #expect(error == .compacted)
      await store.close()
    }
  }
#else
  @Suite("A registry in a real etcd")
  struct EtcdConformanceTests {
    @Test(
      "it keeps the rules of every registry",
      .disabled("NOT TESTED: this was built without the trait Etcd. Run: make etcd-test"))
    func without() {}

    @Test("without the trait, a coordinator says how to build one with it")
    func error() async throws {
      var configuration = CoordinatorConfiguration(endpoint: try .init("ipc:///tmp/none/socket"))
      configuration.registry = .etcd(
        EtcdConfiguration(location: try EtcdLocation("etcd://127.0.0.1")))
      let service = CoordinatorService(
        configuration: configuration,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let error = await #expect(throws: CoordinatorError.self) { try await service.run() }
      #expect(error?.code == .unusableRegistry)
      #expect(error?.message.contains("--traits Etcd") == true)
    }
  }
#endif
