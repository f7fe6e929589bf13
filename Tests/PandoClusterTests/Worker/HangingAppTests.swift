import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A worker inside an app", .serialized, .timeLimit(.minutes(15)))
struct HangingAppTests {
  @Test("tells once of each reducer that hangs")
  func each() async throws {
    try await withFolder { folder in
      let endpoint = try Endpoint("ipc://\(folder)/worker.sock")
      let log = LogRecorder()
      var configuration = WorkerConfiguration(endpoint: endpoint, name: "w")
      configuration.logger = log.logger
      let worker = try WorkerService(Feature { Slow() }, configuration: configuration)
      let run = Task { try await worker.run() }
      defer { run.cancel() }
      for name in ["one", "two", "three", "four"] {
        var client = try RawClient(endpoint)
        try client.sayHello(name)
        // Longer than this test takes: no other can be told because this is over.
        try client.send([
          client.open(1, timeoutMilliseconds: 300),
          client.reduce(1, 1, .sleep(milliseconds: 45_000)),
        ])
        try await eventually("the hang of \(name) is told") {
          log.count(.critical, "of \(name), has been reducing") == 1
        }
      }
      #expect(log.count(.critical, "has been reducing") == 4)
    }
  }
}
