public import ZeroMQ

/// The settings of a coordinator: where it listens, and how patient it is.
public struct CoordinatorConfiguration: Sendable {
  /// Where it listens. A tcp endpoint takes keys, on a loopback address too.
  public var endpoint: Endpoint
  /// The keys: who it is, and who may join, place and ask. Read where the endpoint needs them.
  public var keys: ClusterKeys
  /// Where it keeps the workers: several coordinators share one registry in a store.
  public var registry = RegistrySource.memory
  /// The interval at which workers are told to beat.
  public var beatIntervalMilliseconds = MemberTimes().beatMilliseconds
  /// The time that a worker may be silent before it is taken for dead: that of two beats at least.
  public var lifeMilliseconds = MemberTimes().lifeMilliseconds
  /// The version of the program, as `ClusterStatus` says it.
  public var version = "development"

  /// The problem of the process that does not keep it from its work: a clause; nil where nothing is.
  package var problem: String?

  /// The service manager that started the process, which is told how the coordinator is; nil where there is
  /// none.
  package var notifier: ServiceNotifier?
  /// True if the keyring is read on SIGHUP.
  package var reloadsOnHangUp = false

  /// Shows the coordinator to its own process while it runs; nil where nobody looks.
  package var view: CoordinatorView?

  /// A coordinator at an endpoint.
  public init(endpoint: Endpoint, keys: ClusterKeys = .environment) {
    self.endpoint = endpoint
    self.keys = keys
  }
}
