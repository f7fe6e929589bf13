import Logging
import PandoHosting

/// The lanes of a cluster's workers, as each of them has told: a coordinator does not know them, since programs and
/// workers speak directly.
package struct LaneStatus: Hashable, Codable, Sendable {
  /// One lane, as its worker knows it.
  package struct Lane: Hashable, Codable, Sendable {
    /// The worker by its name, and by its id at the coordinator.
    package var worker: String
    package var workerID: String
    /// The number of the lane, which its client gave it.
    package var lane: UInt64
    package var feature: String
    package var client: String
    /// `reducing` if its reducer was running when the worker was asked, and else `waiting`.
    package var state: String
    /// The part of its window that is in use: actions that were reduced and have not committed.
    package var held: Int
    /// The effects that run.
    package var effects: Int
    /// The bytes that the worker keeps of it: encoded states and patches.
    package var bytes: Int
  }

  /// A worker that did not answer.
  package struct Silent: Hashable, Codable, Sendable {
    package var worker: String
    package var workerID: String
    /// The cause, and the way to mend it.
    package var reason: String
  }

  /// The largest first.
  package var lanes: [Lane] = []
  /// The number of lanes of all workers that answered.
  package var count = 0
  /// The workers that were asked and did not answer.
  package var silent: [Silent] = []
  /// The number of workers that were not asked, as there are too many.
  package var workersNotAsked = 0

  /// The number of lanes that are not among them.
  package var leftOut: Int { count - lanes.count }
}

extension LaneStatus {
  /// The number of workers that are asked at once.
  package static let workersAtOnce = 64

  /// Asks workers for their lanes, all at once, and returns after a second at most.
  ///
  /// - Parameters:
  ///   - workers: Of more than are asked at once, those with the most lanes are.
  ///   - lanesAtMost: The number of lanes to tell of, of one worker and of all.
  ///   - asksAll: True if all are asked, so many at a time, which takes longer where they do not answer.
  package static func ask(
    _ workers: [ClusterStatus.Worker], keys: ClusterKeys, lanesAtMost: Int = 256,
    timeoutMilliseconds: Int = 1_000, asksAll: Bool = false
  ) async -> LaneStatus {
    await withCheckedContinuation { continuation in
      let thread = ServiceThread(trying: "pando-lanes") {
        continuation.resume(
          returning: waitForAnswers(
            of: workers, keys, lanesAtMost, timeoutMilliseconds, asksAll: asksAll))
      }
      if thread == nil { continuation.resume(returning: unasked(workers)) }
    }
  }

  /// Says of workers that none of them could be asked.
  private static func unasked(_ workers: [ClusterStatus.Worker]) -> LaneStatus {
    var status = LaneStatus()
    for worker in workers {
      let silence = WorkerSilence(unasked: worker.endpoint, ServiceThread.shortage)
      status.add(.failure(silence), of: worker)
    }
    return status
  }

  /// Asks workers for their lanes, as `ask` does, and waits for the answers on the calling thread.
  static func waitForAnswers(
    of workers: [ClusterStatus.Worker], _ keys: ClusterKeys, _ lanesAtMost: Int = 256,
    _ timeoutMilliseconds: Int = 1_000, asksAll: Bool = false
  ) -> LaneStatus {
    let chosen = workers.sorted { ($1.lanes, $0.id) < ($0.lanes, $1.id) }
      .prefix(asksAll ? .max : workersAtOnce)
    var status = LaneStatus()
    status.workersNotAsked = workers.count - chosen.count
    var rest = chosen[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(workersAtOnce))
      rest = rest.dropFirst(workersAtOnce)
      let reports = LaneSurvey(
        workers: some, keys: keys, lanesAtMost: lanesAtMost,
        timeoutMilliseconds: timeoutMilliseconds
      ).run()
      for (worker, report) in zip(some, reports) { status.add(report, of: worker) }
    }
    status.cut(to: lanesAtMost)
    return status
  }

  private mutating func add(
    _ report: Result<LaneReport, WorkerSilence>, of worker: ClusterStatus.Worker
  ) {
    switch report {
    case .success(let report):
      count += report.laneCount
      lanes += report.lanes.map { lane in
        Lane(
          worker: worker.name, workerID: worker.id, lane: lane.id.rawValue, feature: lane.feature,
          client: lane.client, state: lane.isReducing ? "reducing" : "waiting", held: lane.held,
          effects: lane.effects, bytes: lane.byteCount)
      }
    case .failure(let silence):
      silent.append(
        Silent(worker: worker.name, workerID: worker.id, reason: silence.description))
    }
  }

  private mutating func cut(to most: Int) {
    lanes.sort {
      ($1.bytes, $1.effects, $0.workerID, $0.client, $0.lane)
        < ($0.bytes, $0.effects, $1.workerID, $1.client, $1.lane)
    }
    lanes.removeLast(max(0, lanes.count - most))
  }
}
