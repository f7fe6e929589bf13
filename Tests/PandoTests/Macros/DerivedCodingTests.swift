import Pando
import Testing

@WireCoded
private struct Tag: Codable, Equatable {
  var id = 1
  let name: String?
  var other: Int!
  var (x, y) = (1, 2.5)
  private var hidden: Int
  private(set) var seen = false { didSet {} }
  static let shared = 3
  var computed: Int { id }
  var `default`: [String: [Int?]] = [:]
  var reader = 1, writer = 2

  init(name: String?, hidden: Int) {
    self.name = name
    self.hidden = hidden
    seen = hidden > 5
  }
}

@WireCoded
private indirect enum Stroke: Codable, Equatable {
  case dot
  case many(Int?, String?, b: Double?, c: [Int]?, Tag?, Bool?)
  case pair(left: Stroke, in: Stroke), `switch`(_ reader: Int)
}

@Reducer
private struct Sketch<Value: Codable & Equatable & Sendable> {
  struct State: Codable, Equatable, Sendable {
    var value: Value
    var values: [Value] = []
    var count = 0
  }
  enum Action: Codable, Equatable, Sendable { case set(Value), reset }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

@Reducer
private struct Screen {
  enum State: Encodable, Decodable, Equatable, Sendable { case on(Sketch<Int>.State), off }
  enum Action: String, Codable, Sendable { case up, down }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

@Reducer
private struct OwnCoding {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    enum CodingKeys: String, CodingKey { case count = "c" }
  }
  struct Action: Codable, Sendable { var step = 1 }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

private struct Note: Codable, Equatable {
  var tag: Tag
  var strokes: [Stroke]
}

@Suite("Types with derived code")
struct DerivedCodingTests {
  @Test("@Reducer derives every nested type that is Codable, where it can")
  func reducers() {
    #expect(isDerived(Sketch<Int>.State.self))
    #expect(isDerived(Sketch<Int>.Action.self))
    #expect(isDerived(Screen.State.self))
    #expect(isDerived(Screen.Action.self))
    #expect(!isDerived(OwnCoding.State.self))
    #expect(isDerived(OwnCoding.Action.self))
  }

  private func isDerived(_ type: Any.Type) -> Bool { type is any WireCodable.Type }

  @Test("every shape survives the trip, alone and inside others")
  func roundTrips() throws {
    var tag = Tag(name: "a", hidden: 7)
    tag.other = 5
    tag.default = ["x": [1, nil]]
    tag.reader = -9
    try expectRoundTrip(tag)
    let strokes: [Stroke] = [
      .dot, .many(1, nil, b: 2, c: [3], tag, true), .many(nil, "a", b: nil, c: nil, nil, nil),
      .pair(left: .pair(left: .dot, in: .dot), in: .switch(300)),
    ]
    try expectRoundTrip(strokes)
    try expectRoundTrip(Note(tag: tag, strokes: strokes))
    try expectRoundTrip(Sketch<Note>.State(value: Note(tag: tag, strokes: []), values: []))
    try expectRoundTrip(Sketch<Int?>.Action.set(nil))
    try expectRoundTrip(Screen.State.on(Sketch.State(value: 1, values: [1, 300], count: -1)))
    try expectRoundTrip(Screen.Action.down)
    try expectRoundTrip(OwnCoding.State(count: 3))
  }

  private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try WireEncoder.encode(value)
    #expect(
      try WireDecoder.decode(Value.self, from: bytes) == value, sourceLocation: sourceLocation)
  }
}

extension Note: Sendable {}
extension Tag: Sendable {}
extension Stroke: Sendable {}
