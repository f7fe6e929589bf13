import PandoWire
import Testing

/// One byte or two as bytes, and 256 in memory.
private struct Cell: Codable, Hashable {
  var number: Int
  var room = InlineArray<31, Int>(repeating: 0)

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  static func == (left: Cell, right: Cell) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The same, with a coding of its own.
private struct DirectCell: WireCodable {
  var cell: Cell

  init(reading reader: inout WireReader) throws(WireError) { cell = Cell(try reader.decode()) }
  func encode(into writer: inout WireWriter) throws(WireError) { try writer.encode(cell.number) }
  init(from decoder: any Decoder) throws { cell = try Cell(from: decoder) }
  func encode(to encoder: any Encoder) throws { try cell.encode(to: encoder) }
}

/// A list of such that names the type of its elements, as the compiler specialises it.
private struct DirectList: WireCodable {
  var cells: [DirectCell]

  init(reading reader: inout WireReader) throws(WireError) { cells = try reader.decode() }
  func encode(into writer: inout WireWriter) throws(WireError) { try writer.encode(cells) }
  init(from decoder: any Decoder) throws { cells = try [DirectCell](from: decoder) }
  func encode(to encoder: any Encoder) throws { try cells.encode(to: encoder) }
}

/// A collection that reads its elements by a container, as those of other packages do.
private struct Collected: Decodable {
  var cells: [Cell] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { cells.append(try container.decode(Cell.self)) }
  }
}

private struct Several: Decodable {
  // What this one takes is known to its reader alone, so the others come behind it.
  var first: DirectList
  var second: Collected
  var third: [Cell]
}

@Suite("The memory that elements take has a limit")
struct MemoryLimitTests {
  /// 4 KiB of bytes, 64 KiB of memory: 257 cells.
  private let limits = WireLimits(maximumBytes: 4 << 10)

  private func decodes<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      _ = try WireDecoder.decode(type, from: bytes, limits: limits)
      return true
    } catch {
      guard case .tooLarge(let bytes, let limit) = error.problem else {
        Issue.record("\(error)")
        return true
      }
      #expect(limit == 64 << 10 && bytes > limit)
      return false
    }
  }

  @Test("a collection of elements that are small as bytes alone is refused", arguments: [200, 300])
  func collections(count: Int) throws {
    let fits = count < 257
    let numbers = Array(0..<count)
    let list = try WireEncoder.encode(numbers.map { Cell($0) })
    #expect(list.count <= limits.maximumBytes)
    #expect(decodes([Cell].self, list) == fits)
    #expect(decodes([DirectCell].self, list) == fits)
    #expect(decodes(DirectList.self, list) == fits)
    #expect(decodes(Set<Cell>.self, list) == fits)
    #expect(decodes(Collected.self, list) == fits)
    #expect(decodes(Cell?.self, [0x81]))
    let packed = try WireEncoder.encode(numbers.map { UInt16($0) })
    #expect(decodes([Cell].self, packed) == fits)
    #expect(decodes(Collected.self, packed) == fits)
    #expect(decodes([UInt16].self, packed))
    let named = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $0) })
    #expect(decodes([String: Cell].self, try WireEncoder.encode(named)) == fits)
    #expect(decodes([Int: Cell].self, try WireEncoder.encode(named)) == fits)
    let pairs = Dictionary(uniqueKeysWithValues: numbers.map { (Cell($0), $0) })
    #expect(decodes([Cell: Int].self, try WireEncoder.encode(pairs)) == fits)
  }

  @Test("all collections of a value count together", arguments: [60, 100])
  func together(count: Int) throws {
    let fits = 3 * count < 257
    let cells = (0..<count).map { Cell($0) }
    #expect(decodes([[Cell]].self, try WireEncoder.encode([cells, cells, cells])) == fits)
    #expect(decodes([[[Cell]]].self, try WireEncoder.encode([[cells], [cells, cells]])) == fits)
    #expect(decodes([Collected].self, try WireEncoder.encode([cells, cells, cells])) == fits)
    #expect(decodes([DirectList].self, try WireEncoder.encode([cells, cells, cells])) == fits)
    let packed = try WireEncoder.encode(Array(repeating: (0..<count).map { UInt8($0) }, count: 3))
    #expect(decodes([Set<Cell>].self, packed) == fits)
    #expect(decodes([Collected].self, packed) == fits)
    let several = ["first": cells, "second": cells, "third": cells]
    #expect(decodes(Several.self, try WireEncoder.encode(several)) == fits)
  }

  @Test("as many empty texts, small numbers and nils as the bytes hold are no more than that")
  func honest() throws {
    let count = 4_000
    #expect(decodes([String].self, try WireEncoder.encode(Array(repeating: "", count: count))))
    let numbers = [Int?](repeating: 1, count: count)
    #expect(decodes([Int?].self, try WireEncoder.encode(numbers)))
    #expect(decodes([[Int]].self, try WireEncoder.encode([[Int]](repeating: [], count: 1_000))))
  }
}
