public import ZeroMQ

extension ClusterStatus {
  /// Returns the status of the first coordinator that answers, of several that share a registry. Over tcp
  /// that takes a key with the role `operator`.
  ///
  /// - Throws: A description of what happened when none of them answers in time, or the one that does will
  ///   not let us ask. Of several, each has a second, and all are asked again until the time has passed.
  public static func ask(
    coordinatorsAt endpoints: [Endpoint], keys: ClusterKeys = .environment,
    timeoutMilliseconds: Int = 5_000
  ) async throws -> ClusterStatus {
    try await CoordinatorClient.ask(
      at: endpoints, keys: keys, label: "pando.status", timeoutMilliseconds: timeoutMilliseconds
    ) {
      try await $0.status()
    }
  }

  /// Returns the status of the coordinator at an endpoint. Over tcp that takes a key with the role
  /// `operator`.
  ///
  /// - Throws: A description of what happened when the coordinator does not answer in time, or does not let
  ///   us ask.
  public static func ask(
    coordinatorAt endpoint: Endpoint, keys: ClusterKeys = .environment,
    timeoutMilliseconds: Int = 5_000
  ) async throws -> ClusterStatus {
    try await ask(
      coordinatorsAt: [endpoint], keys: keys, timeoutMilliseconds: timeoutMilliseconds)
  }
}
