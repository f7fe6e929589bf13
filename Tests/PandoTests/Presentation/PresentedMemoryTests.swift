import Pando
import PandoWire
import Testing

/// One byte to three as bytes, and 256 in memory.
private struct Sheet: Codable {
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
}

/// Its coding is the compiler's.
private indirect enum Panel: Codable {
  case big(Sheet)
  case few(Int)
}

@WireCoded
private enum CodedPanel: Codable {
  case few(Int)
  indirect case big(Sheet, Int)
}

@Suite("The memory of values that come from a peer and lie in boxes")
struct PresentedMemoryTests {
  /// 64 KiB of memory: fewer than 240 sheets.
  private let limits = WireLimits(maximumBytes: 4 << 10)

  private func decodes<Value: Codable>(_ values: [Value]) throws -> Bool {
    let bytes = try WireEncoder.encode(values)
    #expect(bytes.count <= limits.maximumBytes)
    do throws(WireError) {
      _ = try WireDecoder.decode([Value].self, from: bytes, limits: limits)
      return true
    } catch {
      guard case .tooLarge(_, let limit) = error.problem else {
        Issue.record("\(error)")
        return true
      }
      #expect(limit == 64 << 10)
      return false
    }
  }

  @Test("of presented states counts, though each lies outside of its row", arguments: [200, 300])
  func presented(count: Int) throws {
    let sheets = (0..<count).map { PresentationState(wrappedValue: Sheet($0)) }
    #expect(try decodes(sheets) == (count < 240))
  }

  @Test("of indirect cases counts, by any coding", arguments: [200, 300])
  func indirectCases(count: Int) throws {
    #expect(try decodes((0..<count).map { Panel.big(Sheet($0)) }) == (count < 240))
    #expect(try decodes((0..<count).map { CodedPanel.big(Sheet($0), 0) }) == (count < 240))
    // By the case that a value is in, not by the largest.
    #expect(try decodes((0..<count).map { Panel.few($0) }))
    #expect(try decodes((0..<count).map { CodedPanel.few($0) }))
  }
}
