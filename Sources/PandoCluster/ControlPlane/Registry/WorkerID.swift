import PandoHosting

/// Names a worker for as long as it is registered: one that joins again is another.
///
/// It names the coordinator's own life too, so that one which has restarted does not take a worker
/// of its predecessor for one of its own.
package struct WorkerID: Hashable, Codable, Sendable {
  package let coordinator: UInt64
  package let number: Int
}

extension WorkerID: Comparable {
  package static func < (left: WorkerID, right: WorkerID) -> Bool {
    (left.coordinator, left.number) < (right.coordinator, right.number)
  }
}

extension WorkerID: CustomStringConvertible {
  package var description: String { "\(number)-\(String(coordinator, radix: 16))" }
}

extension WorkerID {
  init(_ key: FoundWorker.Key) {
    self.init(coordinator: key.coordinator, number: key.number)
  }
}

extension FoundWorker {
  init(_ placement: Placement) {
    self.init(
      key: Key(coordinator: placement.worker.coordinator, number: placement.worker.number),
      name: placement.name, endpoint: placement.endpoint)
  }
}
