public import ZeroMQ

/// How a coordinator listens, and how patient it is.
public struct CoordinatorConfiguration: Sendable {
  /// Where it listens. On a network endpoint it needs `keys`.
  public var endpoint: Endpoint
  /// Its own keys; with them every connection is encrypted.
  public var keys: CurveKeyPair?
  /// The workers and clients that may connect when there are keys.
  public var admitted: Set<CurveKey>
  /// How often workers are told to beat.
  public var beatIntervalMilliseconds = 500
  /// How long a worker may be silent before it is taken for dead.
  public var lifeMilliseconds = 3000
  /// What `ClusterStatus` says the program's version is.
  public var version = "development"

  /// Without keys the endpoint has to be `ipc`, or `tcp` on a loopback address.
  public init(endpoint: Endpoint, keys: CurveKeyPair? = nil, admitted: Set<CurveKey> = []) {
    self.endpoint = endpoint
    self.keys = keys
    self.admitted = admitted
  }
}
