public import Logging
public import ZeroMQ

/// How a worker listens.
public struct WorkerConfiguration: Sendable {
  /// Where clients connect. A tcp endpoint must be of this machine, or the worker refuses to start.
  public var endpoint: Endpoint

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

  /// A worker at an endpoint.
  public init(endpoint: Endpoint, name: String) {
    self.endpoint = endpoint
    self.name = name
  }
}
