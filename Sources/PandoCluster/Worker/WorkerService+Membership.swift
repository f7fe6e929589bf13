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
    let advertised = try (configuration.advertised ?? configuration.endpoint).forClients()
    let keys =
      try loop.keys
      ?? configuration.keys.load(
        forAnyOf: endpoints, to: "join the coordinator", logger: configuration.logger)
    let client = try CoordinatorClient(
      endpoints: endpoints, keys: keys, askingAs: .worker, logger: configuration.logger)
    var record = WorkerRecord(
      name: configuration.name, endpoint: advertised.description,
      processID: getpid(), hostName: ProcessInfo.processInfo.hostName,
      features: loop.features.keys.sorted { $0.name < $1.name },
      key: loop.keys?.pair.publicKey.z85,
      life: String(UInt64.random(in: 1 ... .max), radix: 16))
    record.traits = configuration.traits
    // A coordinator would refuse it for as long as it runs.
    do throws(ControlError) {
      try CoordinatorLimits.check(record)
    } catch {
      throw ValidationError("This worker cannot join a coordinator. \(error)")
    }
    let meter = LoadMeter()
    let check = WorkerCheck(loop)
    let membership = Membership(
      client: client, record: record, logger: configuration.logger,
      load: { [loop] in
        let now = MonotonicClock.nowMilliseconds()
        var load = await meter.load(
          lanes: loop.laneCount, actionCount: loop.actionCount, nowMilliseconds: now)
        load.problems = check.problems(of: load, atMilliseconds: now)
        load.wallMilliseconds = WorkerChronicle.now
        load.isAddressLost = loop.address.problem.map { _ in true }
        return load
      },
      drainLeft: { [loop] in
        loop.drainRemaining.map { DrainLeft(milliseconds: $0, isEnding: loop.isTerminating) }
      },
      onDrain: { [loop] milliseconds in
        loop.drain(milliseconds.map { .drain(withinMilliseconds: $0) } ?? .undrain)
      })
    loop.onDrain { [weak membership] _ in membership?.tellOfEnd() }
    return ClosingMembership(membership: membership, client: client)
  }
}

/// A membership that closes its connection at the end.
struct ClosingMembership: Sendable {
  let membership: Membership
  let client: CoordinatorClient

  /// Why no coordinator lets the worker in for as long as it runs; nil where that is not so.
  var refusal: LastingRefusal? { membership.lastingRefusal }

  /// Returns once its task is cancelled and it has left, or with a `refusal`.
  func run() async {
    await membership.run()
    await client.shutdown()
  }
}
