import PandoWire
import Testing

@Suite("Writer and reader agree on plain bytes")
struct PrimitivesTests {
  private func read<Value>(
    _ bytes: [UInt8], _ body: (inout WireReader) throws(WireError) -> Value
  ) throws -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(WireError) in
      var reader = WireReader(UnsafeRawBufferPointer(buffer))
      return try body(&reader)
    }
  }

  @Test("varints take seven bits a byte, and come back")
  func varints() throws {
    let expected: [(UInt64, Int)] = [
      (0, 1), (1, 1), (127, 1), (128, 2), (16383, 2), (16384, 3), (1 << 32, 5), (.max, 10),
    ]
    for (number, count) in expected {
      var writer = WireWriter()
      writer.appendVarint(number)
      let bytes = writer.finish()
      #expect(bytes.count == count)
      let back = try read(bytes) { reader throws(WireError) in try reader.readVarint() }
      #expect(back == number)
      for end in 0..<count {
        #expect(throws: WireError.self) {
          try read(Array(bytes[..<end])) { reader throws(WireError) in try reader.readVarint() }
        }
      }
    }
  }

  @Test("a varint of more than 64 bits is refused")
  func longVarints() {
    let tooLong: [[UInt8]] = [
      Array(repeating: 0xFF, count: 10), Array(repeating: 0x80, count: 10) + [0x00],
      Array(repeating: 0xFF, count: 9) + [0x02], Array(repeating: 0x80, count: 100),
    ]
    for bytes in tooLong {
      #expect(throws: WireError.self) {
        try read(bytes) { reader throws(WireError) in try reader.readVarint() }
      }
    }
  }

  @Test("a mixed sequence comes back in order, at the bytes that it says")
  func mixed() throws {
    var writer = WireWriter()
    writer.append(7)
    writer.appendFixed(UInt32(0x0403_0201))
    writer.appendBytes([9, 8])
    writer.appendString("\u{E9}")
    writer.appendFixed(Int16(-2))
    writer.appendVarint(300)
    #expect(
      writer.bytes == [7, 1, 2, 3, 4, 2, 9, 8, 2, 0xC3, 0xA9, 0xFE, 0xFF, 0xAC, 0x02])
    try read(writer.bytes) { reader throws(WireError) in
      let byte = try reader.readByte()
      let fixed = try reader.readFixed(as: UInt32.self)
      let bytes = try reader.readByteArray()
      let text = try reader.readString()
      let negative = try reader.readFixed(as: Int16.self)
      let position = reader.position
      let number = try reader.readInteger()
      try reader.expectEnd()
      #expect(byte == 7 && fixed == 0x0403_0201 && bytes == [9, 8] && text == "\u{E9}")
      #expect(negative == -2 && position == 13 && number == 300)
    }
  }

  @Test("reads beyond the end are refused and move nothing they should not")
  func ends() throws {
    #expect(throws: WireError.self) { try read([]) { r throws(WireError) in try r.readByte() } }
    #expect(throws: WireError.self) {
      try read([1, 2, 3]) { r throws(WireError) in try r.readFixed(as: UInt32.self) }
    }
    #expect(throws: WireError.self) {
      try read([4, 1, 2, 3]) { r throws(WireError) in try r.readByteArray() }
    }
    #expect(throws: WireError.self) {
      try read([1, 2]) { r throws(WireError) in _ = try r.readBytes(count: 3) }
    }
    #expect(throws: WireError.self) {
      try read([1, 2]) { r throws(WireError) in _ = try r.readBytes(count: -1) }
    }
    #expect(throws: WireError.self) { try read([1]) { r throws(WireError) in try r.expectEnd() } }
    #expect(throws: WireError.self) {
      try read([2, 0xC3, 0x28]) { r throws(WireError) in try r.readString() }
    }
    #expect(throws: WireError.self) {
      try read([5, 0, 0, 0, 0]) { r throws(WireError) in try r.readCount(minimumBytes: 4) }
    }
    #expect(
      try read([1, 0, 0, 0, 0]) { r throws(WireError) in try r.readCount(minimumBytes: 4) } == 1)
  }

  @Test("a writer is emptied and cut back, and keeps its memory")
  func reuse() {
    var writer = WireWriter()
    for round in 0..<10 {
      for byte in 0..<2000 { writer.append(UInt8(truncatingIfNeeded: byte + round)) }
      #expect(writer.count == 2000)
      writer.truncate(to: 3)
      #expect(writer.bytes == [0, 1, 2].map { UInt8($0 + round) })
      writer.removeAll()
      #expect(writer.bytes.isEmpty)
    }
  }

  @Test("bytes are lent without a copy")
  func lending() {
    var writer = WireWriter()
    writer.append(contentsOf: UnsafeRawBufferPointer(start: nil, count: 0))
    [1, 2, 3].withUnsafeBytes { writer.append(contentsOf: $0) }
    #expect(writer.withBytes { $0.count } == 3 * MemoryLayout<Int>.size)
  }

  @Test("a value that fails to encode leaves the writer as it was")
  func failure() throws {
    struct Refusing: Encodable {
      struct Refusal: Error {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        throw Refusal()
      }
    }
    var writer = WireWriter()
    try writer.encode(Row())
    let before = writer.bytes
    do {
      try writer.encode([Refusing()])
      Issue.record("it did not throw")
    } catch {
      #expect(writer.bytes == before)
    }
    try writer.encode(Row(id: 2))
    try read(writer.bytes) { reader throws(WireError) in
      let rows = [try reader.decode(Row.self), try reader.decode(Row.self)]
      #expect(rows == [Row(), Row(id: 2)])
    }
  }
}
