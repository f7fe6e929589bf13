import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("Batches that wait to be sent")
struct QueuedBatchesTests {
  private let one = SessionNumber(rawValue: 1)

  private func taken(_ queue: inout QueuedBatches, atMost count: Int = .max) throws -> [[UInt8]] {
    var batches: [[UInt8]] = []
    try queue.takeAll { bytes throws(ZeroMQError) in
      guard batches.count < count else { return false }
      batches.append([UInt8](bytes))
      return true
    }
    return batches
  }

  private func append(
    _ bytes: [UInt8], _ session: SessionNumber, to queue: inout QueuedBatches, isWhole: Bool = false
  ) {
    bytes.withUnsafeBytes { queue.append($0, of: session, isWhole: isWhole) }
  }

  // A noncopyable value is not for the macro.
  private func expect(_ queue: inout QueuedBatches, isEmpty: Bool) {
    let isReallyEmpty = queue.isEmpty
    #expect(isReallyEmpty == isEmpty)
  }

  @Test("are one as far as one session follows itself, and keep their order")
  func merged() throws {
    var queue = QueuedBatches()
    expect(&queue, isEmpty: true)
    append([1], .own, to: &queue)
    append([2], .own, to: &queue)
    append([3], one, to: &queue)
    append([4], one, to: &queue)
    append([5], .own, to: &queue)
    expect(&queue, isEmpty: false)
    #expect(try taken(&queue) == [[1, 2], [65, 1, 3, 4], [5]])
    expect(&queue, isEmpty: true)
  }

  @Test("are kept apart where one is whole")
  func whole() throws {
    var queue = QueuedBatches()
    append([1], one, to: &queue)
    append([2], one, to: &queue, isWhole: true)
    append([3], one, to: &queue)
    #expect(try taken(&queue) == [[65, 1, 1], [65, 1, 2], [65, 1, 3]])
  }

  @Test("wait on where one cannot be sent")
  func full() throws {
    var queue = QueuedBatches()
    append([1], one, to: &queue)
    append([2], .own, to: &queue)
    append([3], one, to: &queue)
    #expect(try taken(&queue, atMost: 1) == [[65, 1, 1]])
    append([4], one, to: &queue)
    #expect(try taken(&queue) == [[2], [65, 1, 3, 4]])
  }
}
