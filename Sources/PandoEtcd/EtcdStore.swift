#if Etcd
  import GRPCCore
  import PandoCluster
  import Synchronization

  /// A store of keys and values in etcd, by its protocol.
  ///
  /// It uses one member of etcd's cluster at a time: over one connection for calls, and one for watches, which last.
  /// When one fails because nobody answers there, both are closed, with everything that goes on over them, and the next
  /// call uses the next member. A connection that has had many calls in a short time is retired: it ends with those, and
  /// others follow over a new one to the same member: see `CallBudget`. So nothing that lasts is on a connection that
  /// ends. A failure of one that is retired says as much of the member, unless it is for that alone: then the call is
  /// made again.
  final class EtcdStore: RegistryStore {
    let location: String
    private let configuration: EtcdConfiguration
    private let state = Mutex(State())

    /// The use of a connection.
    enum Use {
      case call, watch
    }

    private struct State {
      var connections: [Use: EtcdConnection] = [:]
      /// That of the connection for calls.
      var budget = CallBudget(first: .now)
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
      let connections = state.withLock { state in
        state.isClosed = true
        defer { state.connections = [:] }
        return state.connections
      }
      for connection in connections.values { connection.close() }
    }

    /// Makes a call, with the user's token where there is a user.
    func call<Answer: Sendable>(
      timeout: Duration? = EtcdStore.timeout, for use: Use = .call,
      _ body:
        @Sendable (EtcdConnection, Metadata, CallOptions) async throws -> Answer
    ) async throws(RegistryStoreError) -> Answer {
      var options = CallOptions.defaults
      options.timeout = timeout
      options.maxResponseMessageBytes = 64 << 20
      var isRepeated = false
      while true {
        let connection = try connect(for: use)
        do {
          let answer = try await ask(connection, options, body)
          connection.noteAnswer()
          return answer
        } catch {
          let isRefused = connection.hasRefused(error)
          if isRefused, !isRepeated {
            isRepeated = true
            continue
          }
          let problem = RegistryStoreError(error)
          switch problem {
          case .away: if !isRefused { drop(connection) }
          case .leaseGone, .compacted, .denied, .refused: connection.noteAnswer()
          case .cancelled: break
          }
          throw problem
        }
      }
    }

    private func ask<Answer: Sendable>(
      _ connection: EtcdConnection, _ options: CallOptions,
      _ body:
        @Sendable (EtcdConnection, Metadata, CallOptions) async throws -> Answer
    ) async throws -> Answer {
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
    }

    private func connect(for use: Use) throws(RegistryStoreError) -> EtcdConnection {
      let members = configuration.location.members
      let result = state.withLock { state -> Result<EtcdConnection, RegistryStoreError> in
        if state.isClosed { return .failure(.cancelled) }
        if let connection = state.connections[use] {
          if use == .watch || state.budget.take(now: .now) { return .success(connection) }
          connection.retire()
          state.connections[use] = nil
        }
        do {
          let connection = try EtcdConnection(
            to: members[state.member % members.count], turn: state.member, configuration)
          state.connections[use] = connection
          if use == .call { state.budget = CallBudget(first: .now) }
          return .success(connection)
        } catch {
          return .failure(.away("\(error)"))
        }
      }
      return try result.get()
    }

    /// Closes the connections with a member that does not answer over one of them, and has the next member used.
    /// Those that used them as well find them closed.
    private func drop(_ connection: EtcdConnection) {
      let connections = state.withLock { state -> [EtcdConnection] in
        // Of a member that was given up before there is nothing more to learn.
        guard connection.turn == state.member else { return [connection] }
        defer { state.connections = [:] }
        state.member += 1
        return [connection] + state.connections.values.filter { $0 !== connection }
      }
      for connection in connections { connection.close() }
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
