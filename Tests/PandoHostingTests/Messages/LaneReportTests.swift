import PandoHosting
import PandoWire
import Testing

@Suite("Which lanes a worker has")
struct LaneReportTests {
  private func lane(_ id: UInt64, bytes: Int, client: String = "app") -> LaneReport.Lane {
    LaneReport.Lane(
      id: LaneID(rawValue: id), feature: "App.Tab", client: client, isReducing: id == 2,
      held: Int(id), effects: 3, byteCount: bytes)
  }

  @Test("question and answer cross as they are")
  func crossing() {
    let question = LaneQuestion(number: 1 << 40, lanesAtMost: 300)
    #expect(question.bytes.withUnsafeBytes { LaneQuestion(batch: $0) } == question)
    let report = LaneReport(
      number: 7, laneCount: 1_000_000, lanes: [lane(1, bytes: 1 << 40), lane(2, bytes: 0)])
    #expect(report.bytes.withUnsafeBytes { LaneReport(batch: $0) } == report)
  }

  @Test("nobody is asked for more than the bound, and no answer has more")
  func bounds() {
    let most = LaneQuestion.lanesAtMost
    let greedy = LaneQuestion(number: 1, lanesAtMost: .max)
    #expect(greedy.bytes.withUnsafeBytes { LaneQuestion(batch: $0) }?.lanesAtMost == most)
    let long = LaneReport(
      number: 1, laneCount: most + 1, lanes: (0...most).map { lane(UInt64($0), bytes: 0) })
    #expect(long.bytes.withUnsafeBytes { LaneReport(batch: $0) } == nil)
  }

  @Test("what is cut off, longer or changed is no message, and nothing traps")
  func hostile() {
    let report = LaneReport(number: 7, laneCount: 2, lanes: [lane(1, bytes: 9), lane(2, bytes: 0)])
    let question = LaneQuestion(number: 1 << 20, lanesAtMost: 200)
    for count in 0..<report.bytes.count {
      report.bytes.prefix(count).withUnsafeBytes { #expect(LaneReport(batch: $0) == nil) }
    }
    for count in 0..<question.bytes.count {
      question.bytes.prefix(count).withUnsafeBytes { #expect(LaneQuestion(batch: $0) == nil) }
    }
    (report.bytes + [0]).withUnsafeBytes { #expect(LaneReport(batch: $0) == nil) }
    (question.bytes + [0]).withUnsafeBytes { #expect(LaneQuestion(batch: $0) == nil) }
    var random = SplitMix(seed: 5)
    for _ in 0..<20_000 {
      var bytes = report.bytes
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      bytes.withUnsafeBytes { _ = (LaneReport(batch: $0), LaneQuestion(batch: $0)) }
    }
  }

  @Test(
    "numbers of workers can be summed up, whatever they say, and no fewer lanes are counted than told of"
  )
  func numbers() {
    var liar = lane(1, bytes: .max)
    (liar.held, liar.effects) = (.max, .max)
    let greedy = LaneReport(number: 7, laneCount: .max, lanes: [liar])
    let read = greedy.bytes.withUnsafeBytes { LaneReport(batch: $0) }
    #expect(read?.laneCount == 1 << 30)
    #expect(read?.lanes.map(\.held) == [1 << 30])
    #expect(read?.lanes.map(\.effects) == [1 << 30])
    #expect(read?.lanes.map(\.byteCount) == [1 << 50])
    let modest = LaneReport(number: 7, laneCount: 0, lanes: [lane(1, bytes: 0), lane(2, bytes: 0)])
    #expect(modest.bytes.withUnsafeBytes { LaneReport(batch: $0) }?.laneCount == 2)
  }

  @Test("the longest report that a worker sends is within the bound, and longer names are none")
  func longest() {
    let names = (String(repeating: "f", count: 1_024), String(repeating: "c", count: 1_024))
    let most = LaneQuestion.lanesAtMost
    let lane = LaneReport.Lane(
      id: LaneID(rawValue: .max), feature: names.0, client: names.1, isReducing: true, held: .max,
      effects: .max, byteCount: .max)
    let bytes = LaneReport(
      number: .max, laneCount: .max, lanes: Array(repeating: lane, count: most)
    ).bytes
    #expect(bytes.count <= LaneReport.bytesAtMost)
    #expect(LaneReport.bytesAtMost < 9 << 18)
    let read = bytes.withUnsafeBytes { LaneReport(batch: $0) }
    #expect(read?.lanes.count == most)
    #expect(read?.lanes.last?.client == names.1)
    // A worker cuts what is longer: nothing bounds the name of a feature where no coordinator does.
    var long = lane
    (long.feature, long.client) = (names.0 + "f", names.1 + "c")
    let cut = LaneReport(number: 1, laneCount: 1, lanes: [long]).bytes
    #expect(cut.withUnsafeBytes { LaneReport(batch: $0) }?.lanes[0].feature.utf8.count == 1_024)
    // Its own bytes, with names of one byte more than that.
    var writer = WireWriter()
    for byte in LaneReport(number: 1, laneCount: 1, lanes: []).bytes.dropLast() {
      writer.append(byte)
    }
    writer.appendVarint(1)
    writer.appendVarint(7)
    writer.appendString(long.feature)
    writer.appendString("c")
    for _ in 0..<4 { writer.append(0) }
    writer.bytes.withUnsafeBytes { #expect(LaneReport(batch: $0) == nil) }
  }

  @Test("no message of a session is taken for one")
  func others() {
    var writer = WireWriter()
    ClientMessage.ping(3).encode(into: &writer)
    writer.bytes.withUnsafeBytes { #expect(LaneQuestion(batch: $0) == nil) }
    _ = LaneQuestion(number: 1, lanesAtMost: 1).bytes.withUnsafeBytes { batch in
      #expect(throws: WireError.self) { try ClientMessage.decodeAll(batch) { _ in } }
    }
  }

  @Test("the largest are kept of any number, in one order")
  func largest() {
    var list = LargestLanes(atMost: 3)
    for id in 0..<10_000 { list.add(lane(UInt64(id), bytes: id * 7_919 % 10_007)) }
    #expect(list.count == 10_000)
    let bytes = (0..<10_000).map { $0 * 7_919 % 10_007 }.sorted(by: >)
    #expect(list.largest.map(\.byteCount) == Array(bytes.prefix(3)))
    var equal = LargestLanes(atMost: 2)
    for id in [3, 1, 2] as [UInt64] { equal.add(lane(id, bytes: 5)) }
    #expect(equal.largest.map(\.id.rawValue) == [1, 2])
    var none = LargestLanes(atMost: 0)
    none.add(lane(1, bytes: 1))
    #expect(none.largest.isEmpty && none.count == 1)
  }
}
