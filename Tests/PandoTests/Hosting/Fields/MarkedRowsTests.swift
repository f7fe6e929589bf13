import Pando
import PandoWire
import Testing

/// A choice that has not been made is nil; one that was made for nothing is there, and writes nil.
private enum Choice: Codable, Hashable, Sendable {
  case nothing
  case number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .nothing : .number(try container.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .nothing: try container.encodeNil()
    case .number(let number): try container.encode(number)
    }
  }
}

/// A row that is written as its choice.
private struct ChoiceRow: Codable, Hashable, Identifiable, Sendable {
  var choice: Choice?
  var id: Choice? { choice }

  init(_ choice: Choice?) { self.choice = choice }

  init(from decoder: any Decoder) throws {
    choice = try decoder.singleValueContainer().decode(Choice?.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(choice)
  }
}

@WireCoded
private struct Ballot: Equatable {
  var title = String(repeating: "a", count: 200)
  var rows: IdentifiedArrayOf<ChoiceRow> = [ChoiceRow(.number(1)), ChoiceRow(.number(2))]
}

/// Rows that begin with an Optional's mark of their own are marked once more where a container writes them all; so they
/// are where one is written by itself.
@Suite("A row that begins like an Optional's value")
struct MarkedRowsTests {
  @Test("is the same written by itself and among all")
  func row() throws {
    let pair = try Pair(Ballot())
    let changes: [(inout IdentifiedArrayOf<ChoiceRow>) -> Void] = [
      { $0.append(ChoiceRow(.some(.nothing))) },
      { $0.append(ChoiceRow(nil)) },
      { $0.remove(at: 0) },
      { $0[0] = ChoiceRow(.number(7)) },
      { $0.swapAt(0, 2) },
    ]
    for change in changes {
      change(&pair.worker.pointee.rows)
      try pair.follow()
      #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
      #expect(pair.client.pointee == pair.worker.pointee)
      #expect(try WireDecoder.decode(Ballot.self, from: pair.bytes) == pair.worker.pointee)
    }
    #expect(pair.wholeCount == 0)
  }
}
