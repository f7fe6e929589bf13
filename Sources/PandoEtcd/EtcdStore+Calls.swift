#if Etcd
  import Foundation
  import GRPCCore
  import PandoCluster

  extension EtcdStore {
    /// The number of keys that are read in one call: all of a large registry take longer than a call may.
    private static let keysAtOnce: Int64 = 256

    func read(prefix: String) async throws(RegistryStoreError) -> RegistrySnapshot {
      var request = Etcdserverpb_RangeRequest()
      request.key = Data(prefix.utf8)
      request.rangeEnd = Self.end(of: prefix)
      request.limit = Self.keysAtOnce
      var entries: [RegistryEntry] = []
      while true {
        let page = try await call { [request] connection, metadata, options in
          try await connection.keys.range(request, metadata: metadata, options: options)
        }
        // The pages that follow are of the same revision.
        if request.revision == 0 { request.revision = page.header.revision }
        entries += page.kvs.map(RegistryEntry.init)
        guard page.more, let last = page.kvs.last else {
          return RegistrySnapshot(revision: request.revision, entries: entries)
        }
        request.key = last.key + Data([0])
      }
    }

    func transact(
      _ transaction: RegistryTransaction
    ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
      var request = Etcdserverpb_TxnRequest()
      request.compare = transaction.conditions.map(Etcdserverpb_Compare.init)
      request.success = transaction.writes.map(Etcdserverpb_RequestOp.init)
      request.failure = transaction.otherwise.map { key in
        var operation = Etcdserverpb_RequestOp()
        operation.requestRange.key = Data(key.utf8)
        return operation
      }
      let response = try await call { [request] connection, metadata, options in
        try await connection.keys.txn(request, metadata: metadata, options: options)
      }
      let found = response.succeeded ? [] : response.responses.flatMap(\.responseRange.kvs)
      return RegistryTransaction.Outcome(
        isDone: response.succeeded, revision: response.header.revision,
        entries: found.map(RegistryEntry.init))
    }

    func grantLease(
      lifeMilliseconds: Int
    ) async throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int) {
      var request = Etcdserverpb_LeaseGrantRequest()
      // In whole seconds; etcd grants 2 at least.
      request.ttl = Int64((max(1, lifeMilliseconds) + 999) / 1_000)
      let response = try await call { [request] connection, metadata, options in
        try await connection.leases.leaseGrant(request, metadata: metadata, options: options)
      }
      return (response.id, Int(response.ttl) * 1_000)
    }

    func renew(lease: Int64) async throws(RegistryStoreError) {
      var request = Etcdserverpb_LeaseKeepAliveRequest()
      request.id = lease
      let life = try await call(timeout: Self.renewalTimeout) {
        [request] connection, metadata, options in
        try await connection.leases.leaseKeepAlive(metadata: metadata, options: options) { writer in
          try await writer.write(request)
        } onResponse: { response in
          for try await message in response.messages { return message.ttl }
          throw RegistryStoreError.away("etcd did not answer a renewal")
        }
      }
      if life <= 0 { throw .leaseGone }
    }

    func revoke(lease: Int64) async throws(RegistryStoreError) {
      var request = Etcdserverpb_LeaseRevokeRequest()
      request.id = lease
      do throws(RegistryStoreError) {
        _ = try await call { [request] connection, metadata, options in
          try await connection.leases.leaseRevoke(request, metadata: metadata, options: options)
        }
      } catch {
        if error != .leaseGone { throw error }
      }
    }

    func watch(
      prefix: String, from revision: Int64,
      _ body: @escaping @Sendable (RegistryEvents) async -> Void
    ) async throws(RegistryStoreError) {
      var create = Etcdserverpb_WatchCreateRequest()
      create.key = Data(prefix.utf8)
      create.rangeEnd = Self.end(of: prefix)
      create.startRevision = revision
      // Large changes come in parts, which are put together again here.
      create.fragment = true
      var request = Etcdserverpb_WatchRequest()
      request.createRequest = create
      do throws(RegistryStoreError) {
        try await call(timeout: nil, for: .watch) { [request] connection, metadata, options in
          try await connection.watches.watch(metadata: metadata, options: options) { writer in
            try await writer.write(request)
            // Closing the requests would end the watch.
            while true { try await Task.sleep(for: .seconds(3_600)) }
          } onResponse: { response in
            try await Self.follow(response, body)
          }
        }
      } catch {
        if !Task.isCancelled { throw error }
      }
    }

    private static func follow(
      _ response: StreamingClientResponse<Etcdserverpb_WatchResponse>,
      _ body: @Sendable (RegistryEvents) async -> Void
    ) async throws {
      var parts = WatchParts()
      for try await message in response.messages {
        if message.canceled {
          throw message.compactRevision > 0
            ? RegistryStoreError.compacted
            : .away("etcd ended the watch: \(message.cancelReason)")
        }
        let events = parts.take(
          isBeginning: message.created, isPart: message.fragment, revision: message.header.revision,
          message.events.map(RegistryEvents.Change.init))
        if let events { await body(events) }
      }
      throw RegistryStoreError.away("etcd ended the watch")
    }

    /// The first key behind all that begin with a prefix.
    static func end(of prefix: String) -> Data {
      var bytes = Array(prefix.utf8)
      while let last = bytes.popLast() {
        if last < 0xFF { return Data(bytes + [last + 1]) }
      }
      return Data([0])
    }
  }

  extension RegistryEntry {
    fileprivate init(_ pair: Mvccpb_KeyValue) {
      self.init(
        key: String(decoding: pair.key, as: UTF8.self), value: Array(pair.value),
        created: pair.createRevision, modified: pair.modRevision, lease: pair.lease)
    }
  }

  extension RegistryEvents.Change {
    fileprivate init(_ event: Mvccpb_Event) {
      switch event.type {
      case .delete:
        self = .deleted(
          String(decoding: event.kv.key, as: UTF8.self), at: event.kv.modRevision)
      case .put, .UNRECOGNIZED: self = .put(RegistryEntry(event.kv))
      }
    }
  }

  extension Etcdserverpb_Compare {
    fileprivate init(_ condition: RegistryTransaction.Condition) {
      self.init()
      result = .equal
      switch condition {
      case .modified(let name, let revision):
        target = .mod
        key = Data(name.utf8)
        modRevision = revision
      case .holds(let name, let bytes):
        target = .value
        key = Data(name.utf8)
        value = Data(bytes)
      case .created(let name, let revision):
        target = .create
        key = Data(name.utf8)
        createRevision = revision
      }
    }
  }

  extension Etcdserverpb_RequestOp {
    fileprivate init(_ write: RegistryTransaction.Write) {
      self.init()
      switch write {
      case .put(let key, let value, let lease):
        requestPut.key = Data(key.utf8)
        requestPut.value = Data(value)
        requestPut.lease = lease
      case .delete(let key):
        requestDeleteRange.key = Data(key.utf8)
      }
    }
  }
#endif
