import Foundation
import PandoCluster
import PandoHosting
import Synchronization

/// Clients that ask for workers again and again.
struct PlacementClients {
  /// The answers that they had.
  struct Sight {
    var count = 0
    /// The time of each answer, in seconds.
    var durations: [Double] = []
    /// When answers came.
    var answers: [ContinuousClock.Instant] = []

    mutating func add(_ other: Sight) {
      count += other.count
      durations += other.durations
      answers += other.answers
    }
  }

  let clients: [CoordinatorClient]
  let feature: FeatureDescriptor
  let members: SimulatedMembers

  /// Asks until the time is over or the task is cancelled.
  ///
  /// - Parameter clientCount: The number of clients that ask at once.
  func ask(_ clientCount: Int, seconds: Double) async -> Sight {
    let end = ContinuousClock.now + .seconds(seconds)
    return await withTaskGroup(of: Sight.self) { group in
      for client in clients.prefix(clientCount) {
        group.addTask { await ask(client, until: end) }
      }
      var all = Sight()
      for await sight in group { all.add(sight) }
      return all
    }
  }

  private func ask(_ client: CoordinatorClient, until end: ContinuousClock.Instant) async -> Sight {
    var sight = Sight()
    while !Task.isCancelled {
      let start = ContinuousClock.now
      if start >= end { break }
      // What was refused, or not answered, is no placement.
      guard let placement = try? await client.place(feature) else {
        try? await Task.sleep(for: .milliseconds(1))
        continue
      }
      let now = ContinuousClock.now
      members.note(placement.worker)
      sight.count += 1
      sight.durations.append((now - start) / .seconds(1))
      sight.answers.append(now)
    }
    return sight
  }
}
