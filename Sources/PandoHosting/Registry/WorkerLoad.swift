/// The load of a worker.
package struct WorkerLoad: Hashable, Codable, Sendable {
  /// Hosted instances that live there.
  package var lanes: Int
  package var actionsPerSecond: Double

  package init(lanes: Int, actionsPerSecond: Double) {
    self.lanes = lanes
    self.actionsPerSecond = actionsPerSecond
  }

  package static let none = WorkerLoad(lanes: 0, actionsPerSecond: 0)
}
