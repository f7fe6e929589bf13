import PandoWire
import Testing

@testable import PandoHosting

@Suite("Actions and answers that have no heading of their own")
struct NextActionTests {
  private static let lane = LaneID(rawValue: 300)
  private static let epoch = Epoch(rawValue: 7)

  private func action(ofBytes count: Int) -> HostedAction {
    HostedAction(bytes: ByteString((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
  }

  @Test("are read as those with one")
  func actions() throws {
    var writer = WireWriter()
    var expected: [ClientMessage] = []
    for (index, count) in [3, 0, 1, 16, 17, 126, 127, 128, 5_000].enumerated() {
      let sequence = SequenceNumber.first.advanced(by: index)
      let action = action(ofBytes: count)
      if index == 0 {
        ClientMessage.encodeReduce(Self.lane, Self.epoch, sequence, action, into: &writer)
      } else {
        ClientMessage.encodeNext(action, into: &writer)
      }
      expected.append(.reduce(Self.lane, Self.epoch, sequence, action))
    }
    ClientMessage.commit(Self.lane, through: .first).encode(into: &writer)
    expected.append(.commit(Self.lane, through: .first))
    let batch = writer.bytes
    var read: [ClientMessage] = []
    try batch.withUnsafeBytes { try ClientMessage.decodeAll($0) { read.append($0) } }
    #expect(read == expected)
  }

  @Test("take two bytes where the action takes one")
  func size() {
    var writer = WireWriter()
    ClientMessage.encodeNext(action(ofBytes: 1), into: &writer)
    let size = writer.count
    #expect(size == 2)
  }

  @Test("may be read in a run, or one by one, from any place of a batch")
  func runs() throws {
    var writer = WireWriter()
    ClientMessage.encodeReduce(Self.lane, Self.epoch, .first, action(ofBytes: 2), into: &writer)
    for count in 3..<9 { ClientMessage.encodeNext(action(ofBytes: count), into: &writer) }
    let batch = writer.bytes
    for runLength in 1...8 {
      var found: [(UInt64, Int)] = []
      var last = ActionHeading.none
      var position: Int? = 0
      while let start = position {
        position = try batch.withUnsafeBytes { batch in
          try ClientMessage.decode(batch, from: start, after: &last) {
            heading, _, bytes, reader throws(WireError) in
            found.append((heading.sequence.rawValue, bytes.count))
            for _ in 1..<runLength {
              guard let next = try reader.readShortBytes() else { break }
              heading = heading.next
              found.append((heading.sequence.rawValue, next.count))
            }
            return false
          } other: { _ in
            true
          }
        }
      }
      #expect(found.map(\.0) == Array(1...7))
      #expect(found.map(\.1) == Array(2..<9))
    }
  }

  @Test("answers are read as those with a heading")
  func answers() throws {
    let results = [
      HostedResult(plain: .unchanged),
      HostedResult(plain: .splice(Splice(offset: 3, removedCount: 2, bytes: [8, 9]))),
      HostedResult(plain: .splice(Splice(offset: 900, removedCount: 1, bytes: [8]))),
      HostedResult(plain: .splice(Splice(offset: 3, removedCount: 1, bytes: [8, 9]))),
      HostedResult(plain: .snapshot([1, 2, 3])),
      HostedResult(plain: .unchanged),
      HostedResult(patch: .unchanged, effectCount: 2, awaitsCommit: true),
    ]
    var writer = WireWriter()
    var expected: [WorkerMessage] = []
    for (index, result) in results.enumerated() {
      let sequence = SequenceNumber.first.advanced(by: index)
      if case .splice(let splice) = result.patch, splice.removedCount == splice.bytes.count {
        splice.bytes.withUnsafeBytes {
          writer.append(overwriting: splice.offset, by: $0)
        }
      } else if index == 0 {
        WorkerMessage.encodeResult(Self.lane, Self.epoch, sequence, result, into: &writer)
      } else if result == results[0] {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        writer.append(overwriting: 0, by: none)
      } else {
        WorkerMessage.beginNextResult(into: &writer)
        result.encode(into: &writer)
      }
      expected.append(.result(Self.lane, Self.epoch, sequence, result))
    }
    WorkerMessage.opened(Self.lane).encode(into: &writer)
    expected.append(.opened(Self.lane))
    let batch = writer.bytes
    var read: [WorkerMessage] = []
    try batch.withUnsafeBytes { try WorkerMessage.decodeAll($0) { read.append($0) } }
    #expect(read == expected)
  }

  @Test("P8: are an error without anything before them in the batch, or behind another message")
  func misplaced() {
    let opened: (inout WireWriter) -> Void = { WorkerMessage.opened(Self.lane).encode(into: &$0) }
    let settled: (inout WireWriter) -> Void = {
      ClientMessage.commit(Self.lane, through: .first).encode(into: &$0)
    }
    for isFirst in [true, false] {
      var actions = WireWriter()
      if !isFirst { settled(&actions) }
      ClientMessage.encodeNext(action(ofBytes: 1), into: &actions)
      let batch = actions.bytes
      #expect(throws: WireError.self) {
        try batch.withUnsafeBytes { try ClientMessage.decodeAll($0) { _ in } }
      }
      for tag: [UInt8] in [[15, 0, 0], [128], [129, 0, 1]] {
        var answers = WireWriter()
        if !isFirst { opened(&answers) }
        tag.withUnsafeBytes { answers.append(contentsOf: $0) }
        let batch = answers.bytes
        #expect(throws: WireError.self) {
          try batch.withUnsafeBytes { try WorkerMessage.decodeAll($0) { _ in } }
        }
      }
    }
  }

  @Test("P8: are an error behind the last number that a message can say")
  func numbers() {
    for number: UInt64 in [1 << 62 - 2, 1 << 62 - 1] {
      var actions = WireWriter()
      var answers = WireWriter()
      let last = SequenceNumber(rawValue: number)
      ClientMessage.encodeReduce(Self.lane, Self.epoch, last, action(ofBytes: 1), into: &actions)
      ClientMessage.encodeNext(action(ofBytes: 1), into: &actions)
      let result = HostedResult(plain: .unchanged)
      WorkerMessage.encodeResult(Self.lane, Self.epoch, last, result, into: &answers)
      WorkerMessage.beginNextResult(into: &answers)
      result.encode(into: &answers)
      let (client, worker) = (actions.bytes, answers.bytes)
      let isClientFine =
        (try? client.withUnsafeBytes { try ClientMessage.decodeAll($0) { _ in } }) != nil
      let isWorkerFine =
        (try? worker.withUnsafeBytes { try WorkerMessage.decodeAll($0) { _ in } }) != nil
      #expect(isClientFine == (number < 1 << 62 - 1) && isWorkerFine == isClientFine)
    }
  }

  @Test("P8: are an error where they are cut off")
  func cutOff() {
    var actions = WireWriter()
    ClientMessage.encodeReduce(Self.lane, Self.epoch, .first, action(ofBytes: 1), into: &actions)
    let before = actions.count
    ClientMessage.encodeNext(action(ofBytes: 4), into: &actions)
    let batch = actions.bytes
    for length in before + 1..<batch.count {
      #expect(throws: WireError.self) {
        try batch[..<length].withUnsafeBytes { try ClientMessage.decodeAll($0) { _ in } }
      }
    }
  }
}
