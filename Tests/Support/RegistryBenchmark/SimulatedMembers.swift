import Foundation
import PandoCluster
import PandoHosting
import Synchronization

/// Workers that join, beat and host nothing. They share a few connections.
final class SimulatedMembers: Sendable {
  private struct Member {
    var lease: WorkerLease?
    /// The number of times that it has joined.
    var joinCount = 0
  }

  private struct State {
    var members: [Member]
    /// The number of children that were placed on each, which its beats tell.
    var lanes: [WorkerID: Int] = [:]
  }

  /// The number of tasks, each with a connection and some of the workers.
  private static let taskCount = 16
  /// The number of calls that a task has unanswered at once.
  private static let callsAtOnce = 8

  let count: Int
  private let beatMilliseconds: Int
  private let clients: [CoordinatorClient]
  private let feature: FeatureDescriptor
  private let state: Mutex<State>

  init(
    count: Int, beatMilliseconds: Int, feature: FeatureDescriptor,
    _ makeClient: () throws -> CoordinatorClient
  ) throws {
    self.count = count
    self.beatMilliseconds = beatMilliseconds
    self.feature = feature
    clients = try (0..<Self.taskCount).map { _ in try makeClient() }
    state = Mutex(State(members: Array(repeating: Member(), count: count)))
  }

  /// The number of workers that have joined so often.
  func joined(times: Int) -> Int {
    state.withLock { state in state.members.count { $0.joinCount >= times } }
  }

  /// Notes that a child was placed.
  func note(_ worker: WorkerID) {
    state.withLock { $0.lanes[worker, default: 0] += 1 }
  }

  /// Has every worker join, and beat until the task is cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<Self.taskCount {
        let numbers = Array(stride(from: task, to: count, by: Self.taskCount))
        group.addTask { [self] in await keep(numbers, clients[task]) }
      }
    }
    for client in clients { await client.shutdown() }
  }

  private func keep(_ numbers: [Int], _ client: CoordinatorClient) async {
    while !Task.isCancelled, !numbers.isEmpty {
      let start = ContinuousClock.now
      var hasNew = false
      for first in stride(from: 0, to: numbers.count, by: Self.callsAtOnce) {
        let group = numbers[first..<min(first + Self.callsAtOnce, numbers.count)]
        hasNew =
          state.withLock { state in group.contains { state.members[$0].lease == nil } } || hasNew
        await withTaskGroup(of: Void.self) { tasks in
          for number in group { tasks.addTask { await self.joinOrBeat(number, client) } }
        }
        if Task.isCancelled { return }
        // Beats come evenly over the interval.
        let part = Double(first + group.count) / Double(numbers.count)
        if !hasNew {
          let due = start + .milliseconds(Int(Double(beatMilliseconds) * part))
          try? await Task.sleep(until: due)
        }
      }
      if hasNew { try? await Task.sleep(for: .milliseconds(10)) }
    }
  }

  private func joinOrBeat(_ number: Int, _ client: CoordinatorClient) async {
    let (lease, lanes) = state.withLock { state in
      let lease = state.members[number].lease
      return (lease, lease.map { state.lanes[$0.id] ?? 0 } ?? 0)
    }
    do {
      if let lease {
        let load = WorkerLoad(lanes: lanes, actionsPerSecond: Double(lanes))
        if try await client.beat(lease.id, load: load).isKnown { return }
        state.withLock { $0.members[number].lease = nil }
      }
      let record = WorkerRecord(
        name: "member-\(number)", endpoint: "ipc:///run/pando/member-\(number).sock",
        processID: Int32(number + 2), hostName: "host-\(number / 10)", features: [feature])
      let joined = try await client.join(record)
      state.withLock { state in
        state.members[number].lease = joined
        state.members[number].joinCount += 1
      }
    } catch {
      // The coordinator is away; the next beat tries again.
    }
  }
}
