import Foundation
import FuzzingSupport
import PandoWire
import Testing

@Suite("Bytes of a peer give an error or a value, never a crash")
struct HostileInputTests {
  /// One valid encoding, and a way to decode it that says nothing but whether it worked.
  struct Subject {
    let bytes: [UInt8]
    let decode: ([UInt8]) throws -> Void

    init<Value: Codable>(_ value: Value) throws {
      bytes = try WireEncoder.encode(value)
      decode = { bytes in
        let value = try WireDecoder.decode(Value.self, from: bytes)
        // Whatever was accepted is a value like any other.
        _ = try WireEncoder.encode(value)
      }
    }
  }

  private func subjects() throws -> [Subject] {
    try foundation() + [
      try Subject(Everything()), try Subject(Action.again(.moved(x: 1, y: 2))),
      try Subject(Tree.nested(5)), try Subject(Chain.nested(5)),
      try Subject(Aspen(height: 3, leaves: ["a"])), try Subject(Data([1, 2, 200])),
      try Subject(["a": [1, 2], "b": []]), try Subject([1: "a", 2: "b"]),
      try Subject([Row(): Set([1, 2])]), try Subject([[1.5, 2], [3]]),
      try Subject([Int??.some(nil), 5, nil]), try Subject(UUID()), try Subject(Decimal(1.25)),
      try Subject(Coordinate(x: 1, labels: ["a"], inner: [Coordinate(x: 2)])),
      try Subject([true, false]), try Subject(UInt128.max), try Subject(URL(string: "a://b")!),
    ]
  }

  private func foundation() throws -> [Subject] {
    var components = URLComponents()
    components.scheme = "a"
    components.host = "b"
    components.port = 8
    components.path = "c"
    return [
      try Subject(IndexSet([1, 2, 3, 9])), try Subject(URLComponents(string: "a://b:1/c?d")!),
      try Subject(components), try Subject(DateComponents(year: 2024, month: 2)),
      try Subject(DateInterval(start: .distantPast, duration: 3)),
      try Subject(IndexPath(indexes: [1, 2])),
      try Subject(TimeZone(identifier: "UTC")!), try Subject(Locale(identifier: "de_DE")),
      try Subject(Measurement(value: 3, unit: UnitLength.meters)),
    ]
  }

  @Test("every truncation of an encoding is refused")
  func truncations() throws {
    for subject in try subjects() {
      for count in 0..<subject.bytes.count {
        #expect(throws: WireError.self) { try subject.decode(Array(subject.bytes[..<count])) }
      }
      #expect(throws: WireError.self) { try subject.decode(subject.bytes + [0x01]) }
      try subject.decode(subject.bytes)
    }
  }

  @Test("every change of one byte gives an error or a value")
  func mutations() throws {
    let others: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0x06, 0x07, 0x08, 0x0B, 0x17, 0x5F, 0x7F, 0xFF]
    for subject in try subjects() {
      for index in subject.bytes.indices {
        var bytes = subject.bytes
        let original = bytes[index]
        for other in (0..<8).map({ original ^ 1 << $0 }) + others {
          bytes[index] = other
          try? subject.decode(bytes)
        }
      }
    }
  }

  @Test("bytes removed, doubled or moved give an error or a value")
  func rearrangements() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for subject in try subjects() {
      for _ in 0..<500 {
        var bytes = subject.bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
          let start = Int.random(in: 0..<bytes.count, using: &generator)
          let end = Int.random(in: start...min(bytes.count, start + 40), using: &generator)
          let piece = bytes[start..<end]
          if Bool.random(using: &generator) { bytes.removeSubrange(start..<end) }
          bytes.insert(
            contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
        }
        try? subject.decode(bytes)
      }
    }
  }

  @Test("200,000 random buffers give an error or a value")
  func randomBuffers() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    // Half of the bytes are tags, so that the decoder gets somewhere.
    let tags: [UInt8] = Array(0...0x18) + [0x40, 0x41, 0x42, 0x60, 0x61, 0x62, 0x80, 0x81, 0xFF]
    for index in 0..<200_000 {
      let count = Int.random(in: 0...32, using: &generator)
      let bytes = (0..<count).map { _ in
        Bool.random(using: &generator)
          ? tags.randomElement(using: &generator)! : .random(in: 0...255, using: &generator)
      }
      bytes.withUnsafeBytes { buffer in
        switch index % 8 {
        case 0: WireFuzzing.decode(Action.self, from: buffer)
        case 1: WireFuzzing.decode([Row?].self, from: buffer)
        case 2: WireFuzzing.decode(Tree.self, from: buffer)
        case 3: WireFuzzing.decode([String: Action].self, from: buffer)
        case 4: WireFuzzing.decode(Coordinate.self, from: buffer)
        case 5: WireFuzzing.decode(Data.self, from: buffer)
        case 6: WireFuzzing.decode([Set<Int>: [Bool]].self, from: buffer)
        default: WireFuzzing.fuzzOneInput(buffer)
        }
      }
    }
  }

  @Test("a string that is not UTF-8 is refused, as a value, a key, and an enum's case")
  func invalidText() throws {
    let invalid: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82],
      Array(repeating: 0x61, count: 40) + [0x80],
    ]
    for text in invalid {
      let header: [UInt8] =
        text.count < 32 ? [0x40 | UInt8(text.count)] : [0x09, UInt8(text.count)]
      #expect(throws: WireError.self) { try WireDecoder.decode(String.self, from: header + text) }
      let key: [UInt8] = text.count < 32 ? [0x60 | UInt8(text.count)] : [0x0A, UInt8(text.count)]
      #expect(throws: WireError.self) {
        try WireDecoder.decode([String: Int].self, from: [0x08] + key + text + [0x81, 0x01])
      }
      #expect(throws: WireError.self) {
        try WireDecoder.decode(Action.self, from: [0x08] + key + text + [0x08, 0x01, 0x01])
      }
    }
  }
}
