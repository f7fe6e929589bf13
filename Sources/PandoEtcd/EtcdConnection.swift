#if Etcd
  import Foundation
  import GRPCCore
  import GRPCNIOTransportHTTP2
  import PandoCluster
  import Synchronization

  /// A connection with one member of etcd's cluster.
  final class EtcdConnection: Sendable {
    typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

    private struct State {
      /// True once the member has answered over it.
      var isEstablished = false
      /// True if it gets no more calls.
      var isRetired = false
    }

    let member: EtcdLocation.Member
    /// The number of members that had failed before this one was used.
    let turn: Int
    private let state = Mutex(State())
    private let client: Client
    private let running: Task<Void, Never>

    var keys: Etcdserverpb_KV.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var watches: Etcdserverpb_Watch.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var leases: Etcdserverpb_Lease.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var auth: Etcdserverpb_Auth.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }

    init(
      to member: EtcdLocation.Member, turn: Int, _ configuration: EtcdConfiguration
    ) throws {
      self.member = member
      self.turn = turn
      var config = HTTP2ClientTransport.Posix.Config.defaults
      config.connection.maxIdleTime = nil
      // etcd ends connections that ask more often than every 5 seconds.
      config.connection.keepalive = .init(
        time: .seconds(10), timeout: .seconds(5), allowWithoutCalls: false)
      config.backoff.initial = .milliseconds(100)
      config.backoff.max = .seconds(1)
      let target: any ResolvableTarget
      if member.host.contains(":") {
        target = .ipv6(address: member.host, port: member.port)
      } else if member.host.allSatisfy({ $0.isNumber || $0 == "." }) {
        target = .ipv4(address: member.host, port: member.port)
      } else {
        target = .dns(host: member.host, port: member.port)
        // A certificate is compared with the name; without one, with the address.
        config.http2.authority = member.host
      }
      let client = GRPCClient(
        transport: try HTTP2ClientTransport.Posix(
          target: target, transportSecurity: Self.security(configuration), config: config))
      self.client = client
      running = Task { try? await client.runConnections() }
    }

    /// Ends the connection once the calls are done that go on over it; there are to be no others.
    ///
    /// One that is not established is left alone until it is: calls that wait for it would fail.
    func retire() {
      let isEstablished = state.withLock { state in
        state.isRetired = true
        return state.isEstablished
      }
      if isEstablished { client.beginGracefulShutdown() }
    }

    /// Notes that the member has answered over the connection.
    func noteAnswer() {
      let isOver = state.withLock { state in
        defer { state.isEstablished = true }
        return state.isRetired && !state.isEstablished
      }
      if isOver { client.beginGracefulShutdown() }
    }

    /// Returns whether a call failed before it was made, only because the connection was retired meanwhile.
    func hasRefused(_ error: any Error) -> Bool {
      guard state.withLock({ $0.isRetired }) else { return false }
      switch error {
      case let error as RuntimeError: return error.code == .clientIsStopped
      case let error as RPCError:
        return error.code == .unavailable
          && ["channel is closed", "channel is shutdown"].contains(error.message)
      default: return false
      }
    }

    /// Ends the connection, and fails the calls that go on over it.
    func close() {
      client.beginGracefulShutdown()
      running.cancel()
    }

    private static func security(
      _ configuration: EtcdConfiguration
    ) -> HTTP2ClientTransport.Posix.TransportSecurity {
      guard configuration.isEncrypted else { return .plaintext }
      return .tls { tls in
        if let file = configuration.authorityFile {
          tls.trustRoots = .certificates([.file(path: file, format: .pem)])
        }
        if let certificate = configuration.certificateFile, let key = configuration.keyFile {
          tls.certificateChain = [.file(path: certificate, format: .pem)]
          tls.privateKey = .file(path: key, format: .pem)
        }
      }
    }

    /// Throws `RegistryError` when a file of the configuration cannot be read.
    static func checkFiles(_ configuration: EtcdConfiguration) throws(RegistryError) {
      let files = [
        ("--registry-ca", configuration.authorityFile),
        ("--registry-cert", configuration.certificateFile),
        ("--registry-key", configuration.keyFile),
      ]
      for case (let option, let file?) in files
      where !FileManager.default.isReadableFile(atPath: file) {
        throw RegistryError(
          """
          The file \(file) of the registry \(configuration.location) cannot be read (\(option)). Check its path, \
          and that this user may read it.
          """)
      }
    }
  }
#endif
