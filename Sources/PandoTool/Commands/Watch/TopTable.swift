import PandoCluster
import PandoHosting

/// The workers of a coordinator, the busiest first, the features that they host, and their largest lanes.
struct TopTable {
  let lines: [String]

  var text: String { lines.joined(separator: "\n") }

  /// The number of lanes that are shown: what follows is below the end of most screens.
  static let lanesAtMost = 40

  init(_ status: ClusterStatus, _ laneStatus: LaneStatus) {
    let (lanes, rate) = status.workers.reduce(into: (0, 0.0)) { sums, worker in
      sums.0 += worker.lanes
      sums.1 += worker.actionsPerSecond
    }
    let away = status.registry.isAway ? ", registry AWAY" : ""
    lines =
      [
        "\(status.coordinator.endpoint), up \(TimeText.text(milliseconds: status.coordinator.uptimeMilliseconds)): "
          + "\(plural(status.workers.count, "worker")), \(plural(lanes, "child", "children")), "
          + "\(Int(rate.rounded()).grouped) actions/s\(away)",
        "",
      ].map(\.printable) + ProblemTable(status, atMost: Self.problemsAtMost).lines + [""]
      + Self.workers(status.workers).lines + [""] + Self.features(status.workers).lines
      + [""] + LaneTable(laneStatus, atMost: Self.lanesAtMost).lines
  }

  /// The number of problems that are shown: "pando status" shows them all.
  private static let problemsAtMost = 3

  private static func workers(_ workers: [ClusterStatus.Worker]) -> TextTable {
    var table = TextTable(
      ["worker", "state", "actions/s", "children"] + WorkerColumns.process
        + ["up", "seen ms", "pid", "host"],
      right: Set(2...8))
    let sorted = workers.sorted {
      ($1.actionsPerSecond, $1.lanes, $0.name) < ($0.actionsPerSecond, $0.lanes, $1.name)
    }
    for worker in sorted {
      let first = [
        worker.name, WorkerColumns.standing(worker), Int(worker.actionsPerSecond.rounded()).grouped,
        worker.lanesAtMost.map { "\(worker.lanes)/\($0)" } ?? "\(worker.lanes)",
      ]
      let last = [
        TimeText.text(milliseconds: worker.ageMilliseconds), "\(worker.silenceMilliseconds)",
        "\(worker.processID)", worker.hostName,
      ]
      table.add(first + WorkerColumns.process(worker) + last)
    }
    return table
  }

  private static func features(_ workers: [ClusterStatus.Worker]) -> TextTable {
    FeatureTable(workers).table
  }
}
