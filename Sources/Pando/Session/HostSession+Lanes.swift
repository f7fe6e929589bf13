package import PandoHosting
import Synchronization

// For whoever asks a worker what it hosts: any thread, which never waits for a reducer.
extension HostSession {
  /// Adds the lanes of the session to a list.
  ///
  /// Windows and bytes are known with the session's lock alone. Where a reducer has that, they are told as they were at
  /// the last look, or as nothing, and the batch that is under way leaves newer ones.
  ///
  /// - Parameters:
  ///   - client: The name of the client.
  package func addLanes(of client: String, to list: inout LargestLanes) {
    let isBusy = mutex.withLockIfAvailable { _ in keepFigures() } == nil
    if isBusy { wantsFigures.store(true, ordering: .relaxed) }
    let figures = lastFigures.withLock { $0 }
    let reducing = isBusy ? position.lane : nil
    outlet.forEachLane { lane, feature, effects in
      list.add(
        .init(
          id: lane, feature: feature, client: client, isReducing: lane == reducing,
          held: figures[lane]?.held ?? 0, effects: effects, byteCount: figures[lane]?.byteCount ?? 0
        ))
    }
  }

  /// Leaves the figures of all hosts for who asks. O(lanes). Called with the lock held.
  func keepFigures() {
    wantsFigures.store(false, ordering: .relaxed)
    let figures = hosts.mapValues(\.figures)
    lastFigures.withLock { $0 = figures }
  }
}
