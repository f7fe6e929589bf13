import PandoTesting

/// A feature whose actions and state are `Codable`, and yet do not come back as they went.
@Reducer
struct Uncrossable {
  struct State: Codable, Equatable, Sendable {
    var total = 0
    /// Left out of what is encoded.
    var pending = 0

    enum CodingKeys: CodingKey { case total }

    init() {}

    init(from decoder: any Decoder) throws {
      total = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .total)
    }
  }

  struct Refused: Error, CustomStringConvertible {
    var description: String { "a closure has no bytes" }
  }

  /// Can be encoded by type, and cannot by value.
  struct Callback: Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws { throw Refused() }
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  enum Action: Codable, Sendable { case add(Int), settle, call(Callback) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.pending += number
      case .settle:
        state.total += state.pending
        state.pending = 0
      case .call: state.total += 1
      }
      return .none
    }
  }
}
