public import ZeroMQ

extension ClusterStatus {
  /// Returns the status of the coordinator at an endpoint. Over tcp that takes a key with the role
  /// `operator`.
  ///
  /// - Throws: A description of what happened when the coordinator does not answer within 5 seconds, or
  ///   does not let us ask.
  public static func ask(
    coordinatorAt endpoint: Endpoint, keys: ClusterKeys = .environment
  ) async throws -> ClusterStatus {
    try await CoordinatorClient.ask(at: endpoint, keys: keys, label: "pando.status") {
      try await $0.status()
    }
  }
}
