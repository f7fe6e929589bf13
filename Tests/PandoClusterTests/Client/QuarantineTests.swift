import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoHosting
import Testing

@Suite("A worker for one lane alone", .serialized)
struct QuarantineTests {
  @Test("lanes in quarantine get a worker of their own each, one after the other")
  func oneAfterTheOther() async throws {
    try await withBackend(.workers(1, executable: ClusterProgram.path)) { backend, client in
      #expect(!backend.sharesWorkers)
      let feature = hostedFeature { Shard() }
      let lanes = (1...3).map { LaneID(rawValue: $0) }
      _ = backend.place(lanes[0], feature, group: nil, in: .shared)
      try await eventually("the shared lane is placed") { client.record.placed[lanes[0]] != nil }
      #expect(backend.place(lanes[1], feature, group: nil, in: .quarantine) == nil)
      #expect(backend.place(lanes[2], feature, group: nil, in: .quarantine) == nil)
      try await eventually("the first is placed") { client.record.placed[lanes[1]] != nil }
      let links = client.record.placed
      #expect(links[lanes[0]] !== links[lanes[1]])
      #expect(links[lanes[2]] == nil)
      #expect(backend.workers.map(\.childCount).sorted() == [1, 1])
      backend.ended(lanes[1])
      try await eventually("the second is placed") { client.record.placed[lanes[2]] != nil }
      // The worker has survived the first, and what that may have left in it is no matter of the second.
      #expect(client.record.placed[lanes[2]] !== links[lanes[1]])
    }
    #expect(childProcesses().isEmpty)
  }

  @Test("a death in quarantine is told as one, and counts for nobody else")
  func death() async throws {
    try await withBackend(.workers(1, executable: ClusterProgram.path)) { backend, client in
      let feature = hostedFeature { Shard() }
      let lane = LaneID(rawValue: 1)
      for round in 1...7 {
        _ = backend.place(lane, feature, group: nil, in: .quarantine)
        try await eventually("round \(round) is placed") { client.record.placed[lane] != nil }
        let worker = backend.workers.first { $0.name == "quarantine worker" }
        kill(try #require(worker?.processID), SIGKILL)
        try await eventually("its loss was told") { client.record.ends.count == round }
      }
      #expect(client.record.ends.allSatisfy { $0 == .killed })
      #expect(backend.workers.first { $0.name == "worker 1" }?.state == .ready)
    }
  }

  @Test("a worker that is asked to stop has left, and has not died")
  func left() async throws {
    try await withBackend(.workers(1, executable: ClusterProgram.path)) { backend, client in
      let lane = LaneID(rawValue: 1)
      _ = backend.place(lane, hostedFeature { Shard() }, group: nil, in: .shared)
      try await eventually("it is placed") { client.record.placed[lane] != nil }
      kill(try #require(backend.workers.first?.processID), SIGTERM)
      try await eventually("its end was told") { client.record.ends == [.left] }
    }
  }

  @Test("a worker that ended itself because a reducer hung is told as one that hangs")
  func hung() async throws {
    try await withBackend(.workers(1, executable: ClusterProgram.path)) { backend, client in
      let lane = LaneID(rawValue: 1)
      _ = backend.place(lane, hostedFeature { Shard() }, group: nil, in: .quarantine)
      try await eventually("it is placed") { client.record.placed[lane] != nil }
      kill(
        try #require(backend.workers.first { $0.name == "quarantine worker" }?.processID), SIGUSR1)
      try await eventually("its end was told") { client.record.ends == [.hung] }
    }
  }

  @Test("a worker that the store refuses is killed and replaced")
  func refused() async throws {
    try await withBackend(.workers(1, executable: ClusterProgram.path)) { backend, client in
      let lane = LaneID(rawValue: 1)
      let feature = hostedFeature { Shard() }
      _ = backend.place(lane, feature, group: nil, in: .shared)
      try await eventually("it is placed") { client.record.placed[lane] != nil }
      let former = try #require(backend.workers.first?.processID)
      client.record.placed[lane]?.refuse(reason: "it lies")
      try await eventually("its end was told") { client.record.ends == [.refused] }
      _ = backend.place(lane, feature, group: nil, in: .shared)
      try await eventually("it is placed again") { client.record.placed[lane] != nil }
      #expect(!isAlive(former))
    }
  }
}
