public import ZeroMQ

/// How a coordinator listens, and how patient it is.
public struct CoordinatorConfiguration: Sendable {
  /// Where it listens. A tcp endpoint takes keys, on a loopback address too.
  public var endpoint: Endpoint
  /// Who it is, and who may join, place and ask. Read where the endpoint needs them.
  public var keys: ClusterKeys
  /// How often workers are told to beat.
  public var beatIntervalMilliseconds = 500
  /// How long a worker may be silent before it is taken for dead.
  public var lifeMilliseconds = 3000
  /// What `ClusterStatus` says the program's version is.
  public var version = "development"

  /// A coordinator at an endpoint.
  public init(endpoint: Endpoint, keys: ClusterKeys = .environment) {
    self.endpoint = endpoint
    self.keys = keys
  }
}
