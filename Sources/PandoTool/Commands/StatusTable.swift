import PandoCluster
import PandoHosting

/// The status of a coordinator, as a table for people.
struct StatusTable {
  let text: String

  init(_ status: ClusterStatus) {
    let coordinator = status.coordinator
    var lines =
      ProblemTable(status).lines + [
        "",
        "coordinator \(coordinator.endpoint), process \(coordinator.processID), version "
          + "\(coordinator.version), up \(TimeText.text(milliseconds: coordinator.uptimeMilliseconds))",
        Self.line(status.registry),
      ]
    if status.workers.isEmpty {
      lines.append("no workers; start one: pando worker --bind ENDPOINT --coordinator ENDPOINT")
    } else {
      lines += Self.table(status.workers)
    }
    text = lines.map(\.printable).joined(separator: "\n")
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

  /// The end of a drain: its time, or that nothing is left to wait for.
  private static func drain(_ worker: ClusterStatus.Worker, left: Int) -> String {
    if worker.lanes == 0 { return ", empty" }
    return left > 0 ? ", \(TimeText.text(milliseconds: left)) left" : ", out of time"
  }

  /// The order of workers: first the ones that get no children, then the busiest.
  private static func comesFirst(_ first: ClusterStatus.Worker, _ second: ClusterStatus.Worker)
    -> Bool
  {
    func rank(_ worker: ClusterStatus.Worker) -> (Int, Double, Int) {
      (worker.standing == "ready" ? 1 : 0, -worker.actionsPerSecond, -worker.lanes)
    }
    let ranks = (rank(first), rank(second))
    return ranks.0 == ranks.1 ? first.name < second.name : ranks.0 < ranks.1
  }

  private static func table(_ workers: [ClusterStatus.Worker]) -> [String] {
    let first = ["worker", "state", "endpoint", "host", "pid", "up", "children", "actions/s"]
    let loads = WorkerColumns.process + WorkerColumns.host
    var table = TextTable(first + loads + ["seen ms", "labels", "build"], right: Set(4...12))
    for worker in workers.sorted(by: Self.comesFirst) {
      let left = worker.drainMillisecondsLeft.map { Self.drain(worker, left: $0) } ?? ""
      let lost = worker.isAddressLost == true ? " ADDRESS GONE" : ""
      let first = [
        worker.name, WorkerColumns.standing(worker) + left + lost, worker.endpoint, worker.hostName,
        "\(worker.processID)", TimeText.text(milliseconds: worker.ageMilliseconds),
        worker.lanesAtMost.map { "\(worker.lanes)/\($0)" } ?? "\(worker.lanes)",
        Int(worker.actionsPerSecond.rounded()).grouped,
      ]
      let loads = WorkerColumns.process(worker) + WorkerColumns.host(worker)
      let labels = worker.labels.joined(separator: ",")
      table.add(first + loads + ["\(worker.silenceMilliseconds)", labels, Self.build(of: worker)])
    }
    return table.lines + [""] + FeatureTable(workers).table.lines
  }
}
