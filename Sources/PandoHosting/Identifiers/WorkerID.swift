/// Names a worker for as long as it is registered: one that joins again is another.
///
/// It names the coordinator's own life too, so that one which has restarted does not take a worker
/// of its predecessor for one of its own.
package struct WorkerID: Hashable, Codable, Sendable {
  package let coordinator: UInt64
  package let number: Int

  package init(coordinator: UInt64, number: Int) {
    self.coordinator = coordinator
    self.number = number
  }
}

extension WorkerID: Comparable {
  package static func < (left: WorkerID, right: WorkerID) -> Bool {
    (left.coordinator, left.number) < (right.coordinator, right.number)
  }
}

extension WorkerID: CustomStringConvertible {
  package var description: String { "\(number)-\(String(coordinator, radix: 16))" }
}
