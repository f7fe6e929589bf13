public import Logging
public import Pando
public import ZeroMQ

/// How a worker listens.
public struct WorkerConfiguration: Sendable {
  /// Where it listens. A tcp endpoint takes keys, on a loopback address too.
  public var endpoint: Endpoint

  /// Where clients connect, as a coordinator is to tell them; nil where that is `endpoint`.
  public var advertised: Endpoint?

  /// Who it is, and who may use it. Read where an endpoint needs them.
  public var keys = ClusterKeys.environment

  /// What people call it in tables and messages.
  public var name: String

  /// Where it says what happens.
  public var logger = Logger(label: "pando.worker")

  /// How long a client may be silent before everything of it is freed.
  public var silenceMilliseconds = 30_000

  /// Whether the worker ends with its standard input: so that it never outlives who started it.
  public var endsWithInput = false

  /// Whether the process is the worker's own: then the worker ends it when it cannot end otherwise.
  var mayEndProcess = false

  /// What hosted features read.
  public var dependencies = DependencyValues()

  /// A worker at an endpoint.
  public init(endpoint: Endpoint, name: String) {
    self.endpoint = endpoint
    self.name = name
  }
}
