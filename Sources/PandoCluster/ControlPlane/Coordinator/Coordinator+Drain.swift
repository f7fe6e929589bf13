import Distributed
import Logging
package import PandoHosting

// Workers that go out of service.
extension Coordinator {
  /// Has a worker drain: it gets no new children, and those that it has move to others. Returns the worker
  /// as it stands. Throws `ControlError.refused` where there is no such worker, or more than one.
  package distributed func drain(
    _ worker: String, withinMilliseconds milliseconds: Int
  ) async throws -> ClusterStatus.Worker {
    try require(.drain)
    guard (0...DrainLeft.millisecondsAtMost).contains(milliseconds) else {
      throw ControlError.refused(
        "A drain takes from 0 to \(DrainLeft.millisecondsAtMost) ms, and \(milliseconds) were asked for."
      )
    }
    let id = try find(worker)
    if try await registry.drain(id, withinMilliseconds: milliseconds, isEnding: false) {
      log(.notice, .draining, "A worker drains, as the operator wants.", id)
    }
    return try status(of: id)
  }

  /// Has a worker host children again. Returns the worker as it stands.
  package distributed func undrain(
    _ worker: String
  ) async throws -> ClusterStatus.Worker {
    try require(.drain)
    let id = try find(worker)
    switch try await registry.undrain(id) {
    case .done: log(.notice, .undrained, "A worker is in service again.", id)
    case .wasInService, .unknown: break
    case .isEnding:
      throw ControlError.refused(
        """
        The worker \(worker) was told to end, and does so once it is empty. Start it again to have it host \
        children.
        """)
    }
    return try status(of: id)
  }

  /// A worker is about to end: nothing more is placed on it. Of no consequence when it is not known.
  package distributed func end(
    _ id: WorkerID, withinMilliseconds milliseconds: Int
  ) async throws {
    guard isOwn(id, try require(.join)) else { return }
    let isKnown = try await registry.drain(
      id, withinMilliseconds: min(max(0, milliseconds), DrainLeft.millisecondsAtMost),
      isEnding: true)
    if isKnown { log(.info, .ending, "A worker drains, as its process is to end.", id) }
  }

  private func find(_ worker: String) throws(ControlError) -> WorkerID {
    try registry.requireKnowledge()
    expire()
    let found = registry.workers.find(worker)
    if let id = found.first, found.count == 1 { return id }
    let names = registry.workers.sortedWorkers.map(\.worker.record.name)
    throw .refused(
      found.isEmpty
        ? """
        There is no worker "\(worker)". Those that have joined are: \
        \(names.isEmpty ? "none" : names.joined(separator: ", ")). "pando status" shows them.
        """
        : """
        \(found.count) workers are called "\(worker)". Name one by its id: \
        \(found.map(\.description).joined(separator: ", ")).
        """)
  }

  private func status(of id: WorkerID) throws(ControlError) -> ClusterStatus.Worker {
    let name = id.description
    guard let worker = registry.status.first(where: { $0.id == name }) else {
      throw .refused("The worker \(id) has left.")
    }
    return worker
  }
}
