import PandoCluster
import PandoHosting

/// The problems of a coordinator and its workers, and what went wrong not long ago, the last first.
struct TroubleTable {
  /// No lines where nothing is or was.
  let lines: [String]

  init(_ status: ClusterStatus, atMost most: Int = .max) {
    let problems =
      (status.coordinator.problems ?? []).map { "the coordinator: \($0)" }
      + status.workers.flatMap { worker in
        (worker.problems ?? []).map { "\(worker.name): \($0)" }
      }
    var table = TextTable(["ago", "trouble", ""])
    for trouble in (status.troubles ?? []).suffix(most).reversed() {
      let times = trouble.count > 1 ? " (\(trouble.count) times)" : ""
      table.add([
        TimeText.text(milliseconds: trouble.ageMilliseconds), trouble.subject, trouble.text + times,
      ])
    }
    lines = problems.map(\.printable) + (table.rows.isEmpty ? [] : table.lines)
  }
}
