#if Etcd
  import GRPCCore
  import PandoCluster
  import Synchronization

  /// A store of keys and values in etcd, by its protocol.
  ///
  /// It uses one member of etcd's cluster at a time, over one connection. When a call fails because nobody
  /// answers there, the connection is closed, with everything that goes on over it, and the next call uses the
  /// next member. A connection that has had many calls in a short time ends with those, and others follow over a new
  /// one to the same member: see `CallBudget`.
  final class EtcdStore: RegistryStore {
    let location: String
    private let configuration: EtcdConfiguration
    private let state = Mutex(State())

    private struct State {
      var connection: EtcdConnection?
      var budget = CallBudget()
      var member = 0
      var token: String?
      var isClosed = false
    }

    /// The time that a call may take.
    static let timeout = Duration.milliseconds(2_000)
    /// The time that the renewal of a lease may take, which is worth nothing when it is late.
    static let renewalTimeout = Duration.milliseconds(1_000)

    /// Connects with the first call. Throws `RegistryError` when a file cannot be read.
    init(_ configuration: EtcdConfiguration) throws {
      self.configuration = configuration
      location = "\(configuration.location)"
      try EtcdConnection.checkFiles(configuration)
    }

    func close() async {
      let connection = state.withLock { state in
        state.isClosed = true
        defer { state.connection = nil }
        return state.connection
      }
      connection?.close()
    }

    /// Makes a call, with the user's token where there is a user.
    func call<Answer: Sendable>(
      timeout: Duration? = EtcdStore.timeout,
      _ body:
        @Sendable (EtcdConnection, Metadata, CallOptions) async throws -> Answer
    ) async throws(RegistryStoreError) -> Answer {
      var options = CallOptions.defaults
      options.timeout = timeout
      options.maxResponseMessageBytes = 64 << 20
      let connection = try connect()
      do {
        var hasAsked = false
        while true {
          do {
            return try await body(connection, try await metadata(connection), options)
          } catch let error as RPCError where error.isAboutToken && !hasAsked {
            // A token does not live for ever.
            hasAsked = true
            state.withLock { $0.token = nil }
          }
        }
      } catch {
        let problem = RegistryStoreError(error)
        if case .away = problem { drop(connection) }
        throw problem
      }
    }

    private func connect() throws(RegistryStoreError) -> EtcdConnection {
      let members = configuration.location.members
      let result = state.withLock { state -> Result<EtcdConnection, RegistryStoreError> in
        if state.isClosed { return .failure(.cancelled) }
        let hasRoom = state.budget.take(now: .now)
        if let connection = state.connection {
          if hasRoom { return .success(connection) }
          connection.closeAfterCalls()
          state.connection = nil
        }
        do {
          let connection = try EtcdConnection(
            to: members[state.member % members.count], configuration)
          state.connection = connection
          state.budget = CallBudget()
          _ = state.budget.take(now: .now)
          return .success(connection)
        } catch {
          return .failure(.away("\(error)"))
        }
      }
      return try result.get()
    }

    /// Closes a connection over which nobody answers. Those that used it as well find it closed.
    private func drop(_ connection: EtcdConnection) {
      state.withLock { state in
        guard state.connection === connection else { return }
        state.connection = nil
        state.member += 1
      }
      connection.close()
    }

    private func metadata(_ connection: EtcdConnection) async throws -> Metadata {
      guard let user = configuration.user, let password = configuration.password else { return [:] }
      if let token = state.withLock({ $0.token }) { return ["token": .string(token)] }
      var request = Etcdserverpb_AuthenticateRequest()
      request.name = user
      request.password = password
      var options = CallOptions.defaults
      options.timeout = Self.timeout
      let token = try await connection.auth.authenticate(request, options: options).token
      state.withLock { $0.token = token }
      return ["token": .string(token)]
    }
  }
#endif
