import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A client that was silent for too long", .serialized, .timeLimit(.minutes(15)))
struct ForgottenClientTests {
  private func isFarewell(_ message: WorkerMessage) -> Bool {
    if case .refuse(WorkerMessage.strangerReason) = message { true } else { false }
  }

  @Test("hears that its session is over though it has nothing to say, and may begin another")
  func hears() async throws {
    try await withFolder { folder in
      let endpoint = try Endpoint("ipc://\(folder)/worker.sock")
      var configuration = WorkerConfiguration(endpoint: endpoint, name: "w")
      configuration.silenceMilliseconds = 300
      let worker = try WorkerService(Feature { Slow() }, configuration: configuration)
      let run = Task { try await worker.run() }
      defer { run.cancel() }
      var client = try RawClient(endpoint)
      try client.sayHello()
      let farewell = try client.wait { isFarewell($0) }
      #expect(farewell != nil)
      // It may not have heard that: it hears it again, each time that it asks.
      for number: UInt64 in 1...2 {
        try client.send([.ping(number)])
        let answer = try client.wait { _ in true }
        #expect(answer?.contains(where: isFarewell) == true, "\(String(describing: answer))")
      }
      try client.sayHello()
      try client.send([.ping(3)])
      let pong = try client.wait { if case .pong(3, _) = $0 { true } else { false } }
      #expect(pong?.contains(where: isFarewell) == false)
      // Somebody who never had a session asks how the worker is.
      var stranger = try RawClient(endpoint)
      try stranger.send([.ping(9)])
      let health = try stranger.wait { if case .pong(9, _) = $0 { true } else { false } }
      #expect(health?.count == 1)
    }
  }

  @Test("is remembered with no more than so many others")
  func bound() {
    var forgotten = ForgottenClients()
    for number in 0..<UInt16(ForgottenClients.atMost) + 10 {
      forgotten.add([UInt8(number >> 8), UInt8(number & 0xFF)])
    }
    #expect(!forgotten.contains([0, 9]))
    #expect(forgotten.contains([0, 10]))
    forgotten.remove([0, 10])
    #expect(!forgotten.contains([0, 10]))
    #expect(forgotten.contains([0, 11]))
  }
}
