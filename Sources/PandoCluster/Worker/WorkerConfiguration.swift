public import Logging
public import Pando
import PandoHosting
public import ZeroMQ

/// The settings of a worker.
public struct WorkerConfiguration: Sendable {
  /// Where it listens. A tcp endpoint takes keys, on a loopback address too.
  public var endpoint: Endpoint

  /// Where clients connect, as a coordinator is to tell them; nil where that is `endpoint`.
  public var advertised: Endpoint?

  /// The keys: who it is, and who may use it. Read where an endpoint needs them.
  public var keys = ClusterKeys.environment

  /// The worker's name in tables and messages.
  public var name: String

  /// Where it says what happens.
  public var logger = Logger(label: "pando.worker")

  /// The time that a client may be silent before everything of it is freed.
  public var silenceMilliseconds = 30_000

  /// The labels by which children ask for it; see `hosted(on:)`.
  public var labels: [String] = []

  /// The number of children that a coordinator is to place on it at most; nil for any. Programs that place by
  /// themselves each count their own.
  public var lanesAtMost: Int?

  /// The share of new children that it takes, from 0 to 1, whatever its load: with 0.1 every tenth, of programs
  /// of any build. With 1 it takes children by its load, as others do.
  public var weight = 1.0

  /// The build of the program, which clients of the same one prefer.
  public var build = ProgramBuild.executable

  var traits: WorkerTraits {
    WorkerTraits(
      labels: labels, lanesAtMost: lanesAtMost,
      share: PlacementShare(thousandths: Int((min(1, max(0, weight)) * 1_000).rounded())),
      build: build.id)
  }

  /// The time that it takes to end: its clients take their children elsewhere, and effects that run come to
  /// their ends. With nought it ends at once.
  public var drainMilliseconds = 20_000

  /// True if the worker ends with its standard input: so that it never outlives who started it.
  public var endsWithInput = false

  /// True if the process is the worker's own: then the worker ends it when it cannot end otherwise.
  var mayEndProcess = false

  /// Where the process tells its last words, for its clients; nil where others are told, or nobody.
  var crashDescriptor: Int32?

  /// The service manager that started the process, which is told how the worker is; nil where there is none.
  var notifier: ServiceNotifier?

  /// The problem of the process that does not keep it from its work: a clause; nil where nothing is.
  var problem: String?

  /// True if it may listen no more once it has begun: then the loss of its address is its end.
  var listensOnce = false

  /// The number of clients that have gone, and whose effects do not end, that count as there.
  var endlessAtMost = 1_024

  /// The time that effects may take to end, until they count among those that do not.
  var endlessMilliseconds = 10_000

  /// The dependencies of hosted features.
  public var dependencies = DependencyValues()

  /// A worker at an endpoint.
  public init(endpoint: Endpoint, name: String) {
    self.endpoint = endpoint
    self.name = name
  }
}
