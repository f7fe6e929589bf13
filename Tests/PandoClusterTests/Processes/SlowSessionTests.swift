import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import Testing

@Suite("A client whose batches are slow", .serialized)
struct SlowSessionTests {
  @Test("has none handled where they are received, once one was slow")
  func leavesReceiver() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    let file = worker.folder + "/thread"
    try client.send([client.open(1)])
    // Long enough for the receiver's role to be given to another thread meanwhile.
    for (number, action) in [Slow.Action.sleep(milliseconds: 300), .nameThread(file: file)]
      .enumerated()
    {
      let sequence = UInt64(number + 1)
      try client.send([client.reduce(1, sequence, action)])
      _ = try #require(
        try client.wait {
          if case .result(_, _, SequenceNumber(rawValue: sequence), _) = $0 { true } else { false }
        })
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "pando-reduce\n")
  }
}
