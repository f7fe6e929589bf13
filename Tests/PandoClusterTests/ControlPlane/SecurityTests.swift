import Logging
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A coordinator with keys")
struct SecurityTests {
  let server: CurveKeyPair
  let member: CurveKeyPair
  let stranger: CurveKeyPair

  init() throws {
    server = try .generate()
    member = try .generate()
    stranger = try .generate()
  }

  private func withCoordinator(
    _ body: (Endpoint, LogRecorder) async throws -> Void
  ) async throws {
    let log = LogRecorder()
    // Every address of this machine, which is what needs keys; it is called at the loopback one.
    let coordinator = try await RunningCoordinator(
      .init(endpoint: Endpoint("tcp://*:*"), keys: server, admitted: [member.publicKey]),
      logger: log.logger)
    guard case .tcp(_, let port) = coordinator.endpoint.address else {
      Issue.record("it listens at \(coordinator.endpoint)")
      return
    }
    try await body(.tcp(host: "127.0.0.1", port: port), log)
    try await coordinator.stop()
  }

  private func status(_ endpoint: Endpoint, _ security: ControlSecurity.Client?) async throws {
    let client = try CoordinatorClient(
      endpoint: endpoint, security: security,
      limits: ControlLimits(callTimeoutMilliseconds: 20_000), logger: .quiet)
    let result = await Task { try await client.status() }.result
    await client.shutdown()
    _ = try result.get()
  }

  @Test("a client in the list is served on a network endpoint")
  func admitted() async throws {
    try await withCoordinator { endpoint, _ in
      try await status(endpoint, .init(keys: member, serverKey: server.publicKey))
    }
  }

  @Test("a client that is not in the list is refused at once, told so, and logged")
  func refused() async throws {
    try await withCoordinator { endpoint, log in
      let error = await thrown(ControlError.self) {
        try await status(endpoint, .init(keys: stranger, serverKey: server.publicKey))
      }
      guard case .unreachable(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("does not admit our key"))
      #expect(await eventually { log.count(.warning, "A client was refused") > 0 })
    }
  }

  @Test("a client without keys is refused at once, and told so")
  func unencrypted() async throws {
    try await withCoordinator { endpoint, _ in
      let error = await thrown(ControlError.self) { try await status(endpoint, nil) }
      guard case .unreachable(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("Give both sides CURVE keys"))
    }
  }
}
