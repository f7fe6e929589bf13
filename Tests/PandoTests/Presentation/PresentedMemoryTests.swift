import Pando
import PandoWire
import Testing

/// Two bytes or three as bytes, and 256 in memory.
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

@Suite("The memory of presented states that come from a peer")
struct PresentedMemoryTests {
  @Test("counts, though each lies outside of the row that presents it", arguments: [200, 300])
  func limit(count: Int) throws {
    // 64 KiB of memory: less than 228 sheets.
    let limits = WireLimits(maximumBytes: 4 << 10)
    let sheets = (0..<count).map { PresentationState(wrappedValue: Sheet($0)) }
    let bytes = try WireEncoder.encode(sheets)
    var problem: WireError.Problem?
    do throws(WireError) {
      _ = try WireDecoder.decode([PresentationState<Sheet>].self, from: bytes, limits: limits)
    } catch {
      problem = error.problem
    }
    guard count >= 228 else {
      #expect(problem == nil)
      return
    }
    if case .tooLarge(_, let limit)? = problem {
      #expect(limit == 64 << 10)
    } else {
      Issue.record("\(String(describing: problem))")
    }
  }
}
