import Glibc
import Logging
import Pando
import PandoHosting
import ZeroMQ

/// The role of a worker, as one process has it.
struct WorkerRole {
  let settings: WorkerSettings
  /// True if it ends with its standard input.
  var endsWithInput = false
  /// The time that it may take to end on SIGTERM.
  var drainMilliseconds: Int = 20_000
  /// The labels by which children ask for it.
  var labels: [String] = []
  /// The number of children that it is to have at most; nil for any number.
  var lanesAtMost: Int?
  /// The share of new children that it takes.
  var weight = 1.0

  /// The threads that a worker takes at least: its own, libzmq's, those of its membership and the concurrency pool's.
  private static let threads = 16

  /// The line to the process that confined this one for others to use; nil where it is not that.
  var line: ParentLine?

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  /// Makes this process a worker. Called once, before it does anything else.
  static func adopt(name: String?, endsWithInput: Bool) {
    SpawnMark.adopt()
    // A program that was killed reads no more, as the reader of a log may not. The worker then ends by itself and
    // clears up, or goes on; a signal would not let it.
    PipeSignal.disarm()
    CrashNotice.adopt()
    ConfinedWorker.adopt()
    GrantQuestions.adopt()
    if endsWithInput { WorkerProcess.prepare(name: name) }
  }

  /// Runs a worker until SIGTERM or the end of its terminal, on which it drains, or SIGINT, or until its standard input
  /// ends, where it ends with that.
  func run(
    features: some HostedFeatures, preparing prepare: (inout DependencyValues) throws -> Void
  ) async throws {
    try settings.debug?.run(
      name: settings.name, features: features, endsWithInput: endsWithInput)
    let input = endsWithInput ? try InputWatch(endpoint: settings.bind) : nil
    // Also where it cannot listen, as where another worker of a program that was killed removes the folder just then.
    defer { if endsWithInput { WorkerProcess.endFollowers() } }
    let dependencies = try DependencyValues().updated { try prepare(&$0) }
    // A worker that ends with whoever started it is not the service, even in the service's environment.
    let hangUp = endsWithInput ? HangUp.end : .asked
    var configuration = try configuration(dependencies)
    DescriptorLimit.raiseQuietly()
    try ThreadLimit.require(Self.threads, to: "be a worker")
    configuration.problem = MetricsServer.serve(
      at: settings.metrics, build: settings.build, logger: configuration.logger)
    var worker = try WorkerService(features, configuration: configuration)
    worker.hangUp = line == nil ? hangUp : nil
    // By the watch's own thread: the concurrency pool's may all be busy, now with what the preparation has started, and
    // later with effects.
    worker.onWatch = { input?.handOver() }
    worker.onListening = { [worker, line] in
      ConfinedWorker.close()
      line?.begin(worker)
    }
    let membership = try settings.coordinator.map { try worker.membership(at: Endpoint.list($0)) }
    try await run(worker, membership)
    if endsWithInput { WorkerProcess.clearUp(around: settings.bind) }
  }

  func configuration(_ dependencies: DependencyValues) throws -> WorkerConfiguration {
    var configuration = WorkerConfiguration(
      endpoint: try Endpoint(settings.bind).forProcesses(),
      name: settings.name ?? "worker \(getpid())")
    configuration.advertised = try settings.advertise.map { try Endpoint($0).forProcesses() }
    configuration.keys = settings.keys
    configuration.endsWithInput = endsWithInput
    // It has the program that started it for its only client, and ends with that: one that is stopped finds everything
    // as it was when it goes on.
    let isProgramsOwn = endsWithInput && line == nil
    if isProgramsOwn, SpawnMark.isSpawned { configuration.silenceMilliseconds = .max }
    configuration.mayEndProcess = true
    configuration.listensOnce = line != nil
    configuration.crashDescriptor = CrashNotice.ownDescriptor
    configuration.drainMilliseconds = drainMilliseconds
    configuration.labels = labels + (line?.label.map { [$0] } ?? [])
    configuration.lanesAtMost = lanesAtMost
    configuration.weight = weight
    configuration.build = settings.build
    configuration.dependencies = dependencies
    configuration.logger = settings.logFormat.logger("pando.worker")
    // A worker of a program's own speaks up when something is wrong; the program tells the rest.
    configuration.logger.logLevel = isProgramsOwn ? .error : settings.logLevel ?? .info
    if !endsWithInput { configuration.notifier = .adopt(logger: configuration.logger) }
    return configuration
  }

  /// Runs the worker, as a member for as long as it does.
  private func run(_ worker: WorkerService, _ membership: ClosingMembership?) async throws {
    guard let membership else { return try await worker.run() }
    let (listening, listens) = AsyncStream.makeStream(of: Void.self)
    var worker = worker
    worker.onListening = {
      ConfinedWorker.close()
      listens.finish()
    }
    try await withThrowingTaskGroup(of: Void.self) { [worker] group in
      group.addTask {
        // Where another has its endpoint it does not join in the other's place.
        for await _ in listening {}
        await membership.run()
        if membership.refusal != nil { worker.terminate() }
      }
      defer { group.cancelAll() }
      try await worker.run()
    }
    if let refusal = membership.refusal { throw refusal }
  }
}
