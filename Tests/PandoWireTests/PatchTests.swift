import PandoWire
import Testing

@Suite("A patch turns one encoded state into the next")
struct PatchTests {
  private func check(_ old: [UInt8], _ new: [UInt8]) throws -> Patch {
    let patch = Patch(from: old, to: new)
    #expect(try patch.applied(to: old) == new)
    var bytes = old
    try patch.apply(to: &bytes)
    #expect(bytes == new)
    #expect((patch == .unchanged) == (old == new))
    var writer = WireWriter()
    patch.encode(into: &writer)
    try checkBytes(old, new, writer.bytes)
    writer.append(0xAA)
    try writer.finish().withUnsafeBytes { buffer in
      var reader = WireReader(buffer)
      let copy = try Patch(reading: &reader)
      let rest = reader.remaining
      #expect(copy == patch && rest == 1)
    }
    return patch
  }

  /// Checks the ways that go without a patch: writing the difference, and making the change as it is read.
  private func checkBytes(_ old: [UInt8], _ new: [UInt8], _ encoded: [UInt8]) throws {
    var writer = WireWriter()
    writer.append(0xBB)
    let isChange = old.withUnsafeBytes { old in
      new.withUnsafeBytes { Patch.write(from: old, to: $0, into: &writer) }
    }
    #expect(isChange == (old != new))
    let written = writer.bytes
    #expect(written == [0xBB] + encoded)
    for end in 0...written.count {
      written[..<end].withUnsafeBytes { part in
        var reader = WireReader(part)
        var bytes = old
        let applied = Patch.apply(after: 1, reading: &reader, to: &bytes)
        let position = reader.position
        if applied == nil {
          // Cut off, or of several changes.
          #expect(bytes == old && position == 0)
        } else {
          #expect(end == written.count && bytes == new && position == end)
          #expect(applied?.isChange == isChange)
        }
      }
    }
  }

  @Test(
    "P8: a patch in the short form is read as others are, and changes nothing that it does not fit")
  func short() throws {
    let old = Array("the quick brown fox jumps over the lazy dog".utf8)
    for (offset, new) in [(0, [1]), (42, [1]), (3, [1, 2, 3]), (0, old.reversed()), (7, [])] {
      var writer = WireWriter()
      new.withUnsafeBytes { writer.append(overwriting: offset, by: $0) }
      let encoded = writer.bytes
      #expect(encoded.first == 0x80 | UInt8(new.count))
      var expected = old
      expected.replaceSubrange(offset..<offset + new.count, with: new)
      for count in 0...old.count {
        for end in 0...encoded.count {
          var bytes = Array(old[..<count])
          encoded[..<end].withUnsafeBytes { part in
            var reader = WireReader(part)
            let applied = Patch.applyShort(reading: &reader, to: &bytes)
            let position = reader.position
            if end == encoded.count, new.isEmpty || offset + new.count <= count {
              #expect(position == end && applied?.isChange == !new.isEmpty)
              #expect(bytes == Array(expected[..<count]))
            } else {
              #expect(applied == nil && position == 0 && bytes == Array(old[..<count]))
            }
          }
        }
      }
      try encoded.withUnsafeBytes { encoded in
        var reader = WireReader(encoded)
        let patch = try Patch(reading: &reader)
        #expect(try patch.applied(to: old) == expected)
      }
    }
    // The end of what it would put in place is beyond every number.
    let far: [UInt8] = [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]
    far.withUnsafeBytes { far in
      var reader = WireReader(far)
      #expect(throws: WireError.self) { try Patch(reading: &reader) }
    }
  }

  @Test("the range in which bytes differ is found, however long what they have in common is")
  func ranges() {
    for count in 0...40 {
      let old = (0..<count).map { UInt8($0) }
      #expect(old.withUnsafeBytes { $0.rangeOfDifference(from: $0) }.isEmpty)
      for start in 0..<count {
        for end in start + 1...count {
          var new = old
          new[start] ^= 0xFF
          new[end - 1] = old[end - 1] ^ 0xFF
          let range = old.withUnsafeBytes { old in
            new.withUnsafeBytes { old.rangeOfDifference(from: $0) }
          }
          #expect(range == start..<end)
        }
      }
    }
  }

  @Test("a patch that is applied as it is read changes nothing that it does not fit")
  func appliedToOthers() throws {
    let old = Array("the quick brown fox jumps over the lazy dog".utf8)
    var writer = WireWriter()
    Patch(from: old, to: old + [1, 2]).encode(into: &writer)
    let encoded = writer.bytes
    for count in 0..<old.count {
      var bytes = Array(old[..<count])
      encoded.withUnsafeBytes { encoded in
        var reader = WireReader(encoded)
        #expect(Patch.apply(after: 0, reading: &reader, to: &bytes) == nil)
        let position = reader.position
        #expect(position == 0)
      }
      #expect(bytes == Array(old[..<count]))
    }
    // Numbers whose sum is beyond all numbers, and what is no kind of patch.
    let hostile: [[UInt8]] = [
      [1, 1] + Array(repeating: 0xFF, count: 9) + [1] + Array(repeating: 0xFF, count: 9) + [1, 0],
      [1, 1, 0] + Array(repeating: 0xFF, count: 9) + [1, 0], [9], [], [2, 200],
    ]
    for bytes in hostile {
      var state = old
      bytes.withUnsafeBytes { bytes in
        var reader = WireReader(bytes)
        #expect(Patch.apply(after: 0, reading: &reader, to: &state) == nil)
      }
      #expect(state == old)
    }
  }

  @Test("the simplest changes")
  func simple() throws {
    let text = Array("the quick brown fox jumps over the lazy dog".utf8)
    #expect(try check([], []) == .unchanged)
    #expect(try check(text, text) == .unchanged)
    #expect(try check([], [1]) == .snapshot([1]))
    var changed = text
    changed[4] = 0
    #expect(
      try check(text, changed) == .splice(Splice(offset: 4, removedCount: 1, bytes: [0])))
    changed.remove(at: 4)
    #expect(
      try check(text, changed) == .splice(Splice(offset: 4, removedCount: 1, bytes: [])))
    #expect(
      try check(text, text + [1, 2])
        == .splice(Splice(offset: text.count, removedCount: 0, bytes: [1, 2])))
    #expect(
      try check(text, [9] + text) == .splice(Splice(offset: 0, removedCount: 0, bytes: [9])))
    #expect(try check(text, []) == .snapshot([]))
    #expect(try check(text, Array(text.reversed())).byteCount <= text.count)
  }

  @Test("changes of unrelated bytes are a snapshot")
  func unrelated() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let new = generator.bytes(500)
    #expect(try check(generator.bytes(500), new) == .snapshot(new))
  }

  @Test("random edits of random bytes come out right, and stay small when the edits are few")
  func randomEdits() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for round in 0..<2000 {
      let old = generator.bytes(Int.random(in: 0...600, using: &generator))
      // Few values in every other round: many places look alike.
      let alphabet: ClosedRange<UInt8> = round % 2 == 0 ? 0...255 : 0...1
      var new = old.map { min($0, alphabet.upperBound) }
      let base = new
      var edited = 0
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let start = Int.random(in: 0...new.count, using: &generator)
        let end = min(new.count, start + Int.random(in: 0...20, using: &generator))
        let bytes = generator.bytes(Int.random(in: 0...20, using: &generator))
          .map { min($0, alphabet.upperBound) }
        new.replaceSubrange(start..<end, with: bytes)
        edited += bytes.count + (end - start)
      }
      let patch = try check(base, new)
      if alphabet.upperBound == 255, base.count > 300 { #expect(patch.byteCount <= edited + 64) }
    }
  }

  @Test("bytes follow the change, wherever in a large state it is")
  func locality() throws {
    struct State: Codable {
      var count = 0
      var title = "rows"
      var rows = (0..<5000).map { Row(id: $0, name: "row \($0)") }
      var selected: Int?
    }
    var state = State()
    var old = try WireEncoder.encode(state)
    func bytes(_ change: (inout State) -> Void) throws -> Int {
      change(&state)
      let new = try WireEncoder.encode(state)
      let patch = try check(old, new)
      old = new
      return patch.byteCount
    }
    #expect(try bytes { _ in } == 0)
    #expect(try bytes { $0.count = 1 } <= 2)
    #expect(
      try bytes {
        $0.count = 1_000_000; $0.selected = 3
      } <= 10)
    #expect(
      try bytes {
        $0.rows[4000].score = 2; $0.count += 1
      } <= 16)
    #expect(
      try bytes {
        $0.rows.append(Row(id: 5000)); $0.count += 1; $0.selected = nil
      } <= 60)
    #expect(
      try bytes {
        $0.rows.remove(at: 2500); $0.title = "fewer rows"
      } <= 20)
    #expect(
      try bytes {
        $0.rows.insert(Row(id: -1), at: 0); $0.rows.removeLast()
      } <= 60)
    #expect(
      try bytes { state in
        for index in stride(from: 0, to: 5000, by: 500) { state.rows[index].id = -7 }
      } <= 100)
  }

  @Test("an element more in a long array of numbers costs a few bytes")
  func numbers() throws {
    let numbers = Array(0..<10_000)
    let old = try WireEncoder.encode(numbers)
    #expect(try check(old, WireEncoder.encode(numbers + [1])).byteCount <= 32)
    #expect(try check(old, WireEncoder.encode(numbers.map { $0 == 500 ? -1 : $0 })).byteCount <= 8)
    let zeros = [Int](repeating: 0, count: 10_000)
    var changed = zeros
    changed[5000] = 1 << 40
    #expect(try check(WireEncoder.encode(zeros), WireEncoder.encode(changed)).byteCount <= 8)
  }

  @Test("bytes that look alike everywhere take no long time")
  func alike() throws {
    let old = (0..<200_000).map { UInt8($0 / 7 % 2) }
    let new = (0..<200_000).map { UInt8($0 / 11 % 2) }
    _ = try check(old, new)
    let zeros = [UInt8](repeating: 0, count: 300_000)
    var sparse = zeros
    for index in stride(from: 3, to: sparse.count, by: 40) { sparse[index] = 1 }
    _ = try check(zeros, sparse)
    _ = try check(sparse, Array(zeros.dropLast(100_001)))
  }

  @Test("a patch that does not fit is refused and changes nothing")
  func misfits() {
    let bad: [[Splice]] = [
      [Splice(offset: 11, removedCount: 0, bytes: [])],
      [Splice(offset: 5, removedCount: 6, bytes: [])],
      [Splice(offset: -1, removedCount: 1, bytes: [])],
      [Splice(offset: 1, removedCount: -1, bytes: [])],
      [Splice(offset: .max, removedCount: .max, bytes: [])],
      [Splice(offset: 1, removedCount: .max, bytes: [1])],
      [
        Splice(offset: 5, removedCount: 2, bytes: []),
        Splice(offset: 6, removedCount: 1, bytes: []),
      ],
      [
        Splice(offset: 5, removedCount: 2, bytes: [1, 2]),
        Splice(offset: 0, removedCount: 1, bytes: [1]),
      ],
    ]
    let old = [UInt8](0..<10)
    for splices in bad {
      var bytes = old
      #expect(throws: WireError.self) { try Patch.splices(splices).apply(to: &bytes) }
      if splices.count == 1 {
        #expect(throws: WireError.self) { try Patch.splice(splices[0]).apply(to: &bytes) }
      }
      #expect(bytes == old)
    }
  }

  @Test("a splice that changes nothing is refused where a patch is read")
  func emptySplices() {
    let patches: [[UInt8]] = [
      [1, 1, 0, 0, 0], [1, 2, 0, 1, 0, 4, 0, 0], [1, 2, 3, 0, 0, 4, 0, 1, 7],
    ]
    for bytes in patches {
      let problem = bytes.withUnsafeBytes { bytes in
        var reader = WireReader(bytes)
        return #expect(throws: WireError.self) { try Patch(reading: &reader) }?.problem
      }
      #expect(problem == .invalidPatch)
    }
  }

  @Test("a patch from hostile bytes is refused, or does no harm")
  func hostile() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let old = generator.bytes(100)
    for _ in 0..<20_000 {
      var bytes = generator.bytes(Int.random(in: 0...30, using: &generator))
      if !bytes.isEmpty { bytes[0] %= 4 }
      bytes.withUnsafeBytes { buffer in
        var reader = WireReader(buffer)
        if let patch = try? Patch(reading: &reader) { _ = try? patch.applied(to: old) }
      }
    }
    for numbers: [UInt64] in [
      [.max], [1, .max, 1, 0], [1, 1, .max, 0], [2, 1 << 62, 1 << 62, 0, 1 << 62, 0, 0],
    ] {
      var writer = WireWriter()
      writer.append(1)
      for number in numbers { writer.appendVarint(number) }
      let bytes = writer.finish()
      bytes.withUnsafeBytes { buffer in
        var reader = WireReader(buffer)
        var patch: Patch?
        patch = try? Patch(reading: &reader)
        if let patch { #expect(throws: WireError.self) { try patch.applied(to: old) } }
      }
    }
  }
}
