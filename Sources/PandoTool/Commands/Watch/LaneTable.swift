import PandoCluster
import PandoHosting

/// The lanes of the workers, the largest first, and what is not among them.
struct LaneTable {
  let lines: [String]

  /// - Parameter most: The number of lanes that are shown.
  init(_ status: LaneStatus, atMost most: Int = .max) {
    var table = TextTable(
      ["lane", "feature", "worker", "client", "state", "held", "effects", "bytes"],
      right: [0, 5, 6, 7])
    for lane in status.lanes.prefix(most) {
      table.add([
        "\(lane.lane)", lane.feature, lane.worker, lane.client, lane.state, lane.held.grouped,
        lane.effects.grouped, lane.bytes.grouped,
      ])
    }
    var lines = status.lanes.isEmpty ? ["no lanes"] : table.lines
    let leftOut = status.count - table.rows.count
    if leftOut > 0 { lines.append("and \(plural(leftOut, "lane")) that are no larger") }
    if status.workersNotAsked > 0 {
      lines.append("\(plural(status.workersNotAsked, "worker")) with fewer lanes were not asked")
    }
    lines += status.silent.map { "\($0.worker): \($0.reason)".printable }
    self.lines = lines
  }
}
