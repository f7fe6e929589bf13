import ArgumentParser
import Foundation
import Pando
import PandoHosting
import ZeroMQ

extension WorkerService {
  /// Returns what keeps the worker known to one of the coordinators, for as long as it runs.
  ///
  /// - Throws: `ZeroMQError` where a coordinator could not tell clients how to reach the worker, and `ValidationError`
  ///   where none would take what the worker says of itself.
  func membership(at endpoints: [Endpoint]) throws -> ClosingMembership {
    let membership = try ClosingMembership(
      of: configuration, features: loop.features.keys.map(\.self), keys: loop.keys, at: endpoints,
      load: load(),
      drainLeft: { [loop] in loop.drainLeft },
      onDrain: { [loop] milliseconds in loop.drain(withinMilliseconds: milliseconds) })
    loop.onDrain { [weak membership = membership.membership] _ in membership?.tellOfEnd() }
    return membership
  }

  /// Returns what says how the worker is, each time that it is asked.
  func load() -> @Sendable () -> WorkerLoad {
    let meter = LoadMeter()
    let check = WorkerCheck(loop)
    return { [loop] in
      let now = MonotonicClock.nowMilliseconds()
      var load = meter.load(
        lanes: loop.laneCount, actionCount: loop.actionCount, nowMilliseconds: now)
      load.problems = check.problems(of: load, atMilliseconds: now)
      load.wallMilliseconds = WorkerChronicle.now
      load.isAddressLost = loop.address.problem.map { _ in true }
      return load
    }
  }
}

extension WorkerLoop {
  /// The time that is left where the worker drains by itself; nil while it does not.
  var drainLeft: DrainLeft? {
    drainRemaining.map { DrainLeft(milliseconds: $0, isEnding: isTerminating) }
  }

  /// Drains because a coordinator says so; with nil it drains no longer.
  func drain(withinMilliseconds milliseconds: Int?) {
    drain(milliseconds.map { .drain(withinMilliseconds: $0) } ?? .undrain)
  }
}

/// A membership that closes its connection at the end.
struct ClosingMembership: Sendable {
  let membership: Membership
  private let client: CoordinatorClient

  /// - Parameters:
  ///   - configuration: The worker's.
  ///   - keys: The keys by which clients know the worker; nil where they need none.
  ///   - endpoints: The coordinators.
  ///   - load: Says how the worker is, with each beat.
  ///   - drainLeft: Says how the worker drains by itself.
  ///   - onDrain: Told with each beat for how long effects may go on where the worker is to drain, and nil otherwise.
  /// - Throws: `ZeroMQError` where a coordinator could not tell clients how to reach the worker, and `ValidationError`
  ///   where none would take what the worker says of itself.
  init(
    of configuration: WorkerConfiguration, features: [FeatureDescriptor], keys: LoadedKeys?,
    at endpoints: [Endpoint], load: @escaping @Sendable () async -> WorkerLoad,
    drainLeft: @escaping @Sendable () -> DrainLeft?,
    onDrain: @escaping @Sendable (_ withinMilliseconds: Int?) -> Void
  ) throws {
    let advertised = try (configuration.advertised ?? configuration.endpoint).forClients()
    let ownKeys =
      try keys
      ?? configuration.keys.load(
        forAnyOf: endpoints, to: "join the coordinator", logger: configuration.logger)
    client = try CoordinatorClient(
      endpoints: endpoints, keys: ownKeys, askingAs: .worker, logger: configuration.logger)
    var record = WorkerRecord(
      name: configuration.name, endpoint: advertised.description,
      processID: getpid(), hostName: ProcessInfo.processInfo.hostName,
      features: features.sorted { $0.name < $1.name }, key: keys?.pair.publicKey.z85,
      life: String(UInt64.random(in: 1 ... .max), radix: 16))
    record.traits = configuration.traits
    // A coordinator would refuse it for as long as it runs.
    do throws(ControlError) {
      try CoordinatorLimits.check(record)
    } catch {
      throw ValidationError("This worker cannot join a coordinator. \(error)")
    }
    membership = Membership(
      client: client, record: record, logger: configuration.logger, load: load,
      drainLeft: drainLeft, onDrain: onDrain)
  }

  /// Why no coordinator lets the worker in for as long as it runs; nil where that is not so.
  var refusal: LastingRefusal? { membership.lastingRefusal }

  /// Returns once its task is cancelled and it has left, or with a `refusal`.
  func run() async {
    await membership.run()
    await client.shutdown()
  }
}
