import PandoCluster
import PandoHosting

/// The status of a coordinator, as a table for people.
struct StatusTable {
  let text: String

  init(_ status: ClusterStatus) {
    let coordinator = status.coordinator
    var lines = [
      "coordinator \(coordinator.endpoint), process \(coordinator.processID), version "
        + "\(coordinator.version), up \(coordinator.uptimeMilliseconds / 1_000) s",
      Self.line(status.registry),
    ]
    if status.workers.isEmpty {
      lines.append("no workers; start one: pando worker --bind ENDPOINT --coordinator ENDPOINT")
    } else {
      lines += Self.table(status.workers)
    }
    text = lines.joined(separator: "\n")
  }

  private static func line(_ registry: ClusterStatus.Registry) -> String {
    guard let location = registry.location else { return "registry in memory of this coordinator" }
    let leader = registry.leader.map { "led by \($0.endpoint)" } ?? "nobody leads"
    let names = registry.coordinators.map(\.endpoint).joined(separator: ", ")
    let away = registry.isAway ? "; it is AWAY, and what is below may be old" : ""
    return "registry \(location), \(leader) (term \(registry.term)), coordinators: \(names)\(away)"
  }

  /// The build, cut as commits are, and the share where it is less than all.
  private static func build(of worker: ClusterStatus.Worker) -> String {
    let build = String((worker.build ?? "").prefix(12))
    return worker.share.map { "\(build) \($0)" } ?? build
  }

  private static func table(_ workers: [ClusterStatus.Worker]) -> [String] {
    let head = [
      "worker", "state", "host", "pid", "children", "actions/s", "seen ms", "labels", "build",
      "features",
    ]
    let rows = workers.map { worker in
      [
        worker.name, worker.state.rawValue, worker.hostName, "\(worker.processID)",
        worker.lanesAtMost.map { "\(worker.lanes)/\($0)" } ?? "\(worker.lanes)",
        "\(Int(worker.actionsPerSecond.rounded()))", "\(worker.silenceMilliseconds)",
        worker.labels.joined(separator: ","), Self.build(of: worker),
        worker.features.map(\.name).joined(separator: ", "),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([head] + rows).map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        // Numbers stand to the right, the last column ends where it ends.
        if (3...6).contains(column) { return padding + row[column] }
        return column == head.count - 1 ? row[column] : row[column] + padding
      }
      .joined(separator: "  ")
    }
  }
}
