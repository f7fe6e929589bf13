import Pando
import PandoWire
import Testing

// The square of what these patches hold takes minutes; what they hold takes moments.
@Suite("A patch of many changes", .timeLimit(.minutes(15)))
struct ManySplicesTests {
  /// The text of a tag, and its encoding: all are of one length, so that they stand in their order.
  private static func tag(_ number: Int) -> String {
    let digits = "\(number)"
    return "t" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func encoding(_ number: Int) -> [UInt8] { [0x47] + Array(tag(number).utf8) }

  /// Has a decoding follow a patch, and compares with the whole.
  private func follow(
    _ splices: [Splice], _ decoding: FieldwiseDecoding, _ bytes: inout [UInt8],
    _ state: inout Ledger
  ) throws {
    let patch = Patch.splices(splices)
    bytes = try patch.applied(to: bytes)
    let change = try withUnsafeMutablePointer(to: &state) { state in
      try bytes.withUnsafeBytes { try decoding.change(by: patch, to: $0, of: state) }
    }
    let found = try #require(change)
    withUnsafeMutablePointer(to: &state) { found.apply(to: $0) }
    #expect(try WireEncoder.encode(state) == bytes)
  }

  private func start(of number: Int, in bytes: [UInt8]) throws -> Int {
    let known = Self.encoding(number)
    return try #require(bytes.indices.first { bytes[$0...].starts(with: known) })
  }

  @Test("takes no longer than all entries of a set")
  func entriesOfASet() throws {
    let count = 50_000
    var state = Ledger()
    state.tags = Set((0..<count).map { Self.tag($0) })
    var bytes = try WireEncoder.encode(state)
    let table = try #require(FieldTable.of(Ledger.self))
    let decoding = try #require(FieldwiseDecoding(table, bytes))
    let first = try start(of: 0, in: bytes)
    // Each second one goes.
    let gone = stride(from: 0, to: count, by: 2).map {
      Splice(offset: first + 8 * $0, removedCount: 8, bytes: [])
    }
    try follow(gone, decoding, &bytes, &state)
    #expect(state.tags.count == count / 2)
    #expect(!state.tags.contains(Self.tag(2)) && state.tags.contains(Self.tag(3)))
    // Now some come, one is another, and one goes.
    let mixed = [
      Splice(offset: first, removedCount: 0, bytes: ByteString(Self.encoding(0))),
      Splice(offset: first + 16, removedCount: 8, bytes: []),
      Splice(offset: first + 8 * 100 + 7, removedCount: 1, bytes: [0x32]),
      Splice(offset: first + 8 * 900, removedCount: 0, bytes: ByteString(Self.encoding(1_800))),
    ]
    try follow(mixed, decoding, &bytes, &state)
    #expect(state.tags.contains(Self.tag(0)) && state.tags.contains(Self.tag(1_800)))
    #expect(!state.tags.contains(Self.tag(5)))
    #expect(state.tags.contains(Self.tag(202)) && !state.tags.contains(Self.tag(201)))
    // The lengths and the keys are those of the entries that are there.
    let last = try start(of: 49_999, in: bytes)
    try follow(
      [
        Splice(offset: first, removedCount: 8, bytes: []),
        Splice(offset: last, removedCount: 8, bytes: []),
      ], decoding, &bytes, &state)
    #expect(state.tags.count == count / 2 - 1)
  }
}
