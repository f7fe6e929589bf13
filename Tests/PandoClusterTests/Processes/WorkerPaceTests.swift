import ClusterFeatures
import PandoHosting
import Testing

@Suite("A worker that reduces for long, with much to do", .serialized)
struct WorkerPaceTests {
  @Test("answers at its pace, however many messages its work came in")
  func manyMessages() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    try client.send([client.open(1)])
    let count: UInt64 = 1_000
    for number in 1...count {
      try client.send([client.reduce(1, number, .sleep(milliseconds: 1))])
    }
    let before = client.batchCount
    let messages = try #require(
      try client.wait(within: 60) {
        if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == count } else { false }
      })
    #expect(messages.count >= Int(count))
    // A hundred at a hundredth of a second each, and some more at the beginning. An answer of its own for each message
    // would make a thousand.
    #expect(client.batchCount - before < Int(count) / 2)
  }
}
