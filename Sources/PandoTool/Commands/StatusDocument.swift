import PandoCluster

/// The status of a coordinator for programs, with the lanes of its workers where they were asked for.
struct StatusDocument: Encodable {
  private enum Key: String, CodingKey {
    case lanes
  }

  private let status: ClusterStatus
  private let lanes: LaneStatus?

  init(_ status: ClusterStatus, _ lanes: LaneStatus?) {
    self.status = status
    self.lanes = lanes
  }

  func encode(to encoder: any Encoder) throws {
    try status.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(lanes, forKey: .lanes)
  }
}
