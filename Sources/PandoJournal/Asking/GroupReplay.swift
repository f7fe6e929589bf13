import Pando
import PandoWire

/// The commits of one group, reduced again by this build from the state before them.
struct GroupReplay<State: Codable & Sendable, Action: Codable & Sendable> {
  /// Returns the state before them, with storage of its own: values that are shared inside a state are not shared between two.
  let before: () throws(JournalError) -> State
  /// The state that was written behind them.
  let written: State
  let actions: [Action]
  let reducers: ReducersAlone<State, Action>
  let draws: ReplayDraws

  /// The outcome of a comparison.
  enum Outcome {
    /// This build comes to the state that was written.
    case same
    /// It does but for fields that reducers drew: from dates, identities or random numbers of the dependencies.
    case drawn([String])
    /// Reducing twice, with the same draws, came to two states after the action at an index.
    case nondeterministic(index: Int, FieldDifference)
    /// It comes to another state than was written. The field was last changed by the action at an index, if by any. Others
    /// were drawn.
    case different(lastChange: Int?, FieldDifference, drawn: [String])
  }

  /// The number of places that are compared where states differ.
  private static var placesAtMost: Int { 100_000 }

  /// Reduces, and compares. Complexity: O(actions), and of the state where it differs from the one that was written.
  func compare() throws(JournalError) -> Outcome {
    let state = try reduced(seed: 0)
    let drawCount = draws.position.count
    if isWritten(state) { return .same }
    let fields = FieldWalk.differences(written, state, limit: Self.placesAtMost)
    if fields.isEmpty { return .same }
    if let found = try nondeterminism(state) { return found }
    var drawn: Set<String> = []
    if drawCount > 0 {
      for seed in ReplayDraws.seeds.dropFirst() {
        let other = try reduced(seed: seed)
        for field in FieldWalk.differences(state, other, limit: Self.placesAtMost) {
          drawn.insert(Self.field(field.path))
        }
      }
    }
    let rest = fields.first { field in
      !drawn.contains { Self.overlap($0, Self.field(field.path)) }
    }
    guard let rest else { return .drawn(drawn.sorted()) }
    return .different(lastChange: try lastChange(of: rest), rest, drawn: drawn.sorted())
  }

  /// Returns the state before an action.
  func state(before index: Int) throws(JournalError) -> State {
    var state = try before()
    draws.position = ReplayDraws.Position(seed: 0)
    for action in actions[..<index] { reducers.reduce(&state, action) }
    return state
  }

  private func reduced(seed: Int) throws(JournalError) -> State {
    var state = try before()
    draws.position = ReplayDraws.Position(seed: seed)
    for action in actions { reducers.reduce(&state, action) }
    return state
  }

  /// Reduces once more, and where that comes to another state, two copies side by side, with the same draws.
  private func nondeterminism(_ state: State) throws(JournalError) -> Outcome? {
    if FieldWalk.differences(state, try reduced(seed: 0), limit: 1).isEmpty { return nil }
    var (first, second) = (try before(), try before())
    var position = ReplayDraws.Position(seed: 0)
    for (index, action) in actions.enumerated() {
      draws.position = position
      reducers.reduce(&first, action)
      draws.position = position
      reducers.reduce(&second, action)
      position = draws.position
      let field = FieldWalk.differences(first, second, limit: 1).first
      if let field { return .nondeterministic(index: index, field) }
    }
    return nil
  }

  private func lastChange(of field: FieldDifference) throws(JournalError) -> Int? {
    var state = try before()
    draws.position = ReplayDraws.Position(seed: 0)
    let path = Self.field(field.path)
    var last: Int?
    for (index, action) in actions.enumerated() {
      let former = state
      reducers.reduce(&state, action)
      let changes = FieldWalk.differences(former, state, limit: Self.placesAtMost)
      if changes.contains(where: { Self.overlap(Self.field($0.path), path) }) { last = index }
    }
    return last
  }

  private func isWritten(_ state: State) -> Bool {
    guard let bytes = try? WireEncoder.encode(state) else { return false }
    return bytes == (try? WireEncoder.encode(written))
  }

  // MARK: - Paths

  /// Returns a path up to its first collection: which of its elements an action is for may follow from a draw.
  static func field(_ path: String) -> String { String(path.prefix { $0 != "[" }) }

  /// Returns whether one path is the other, or leads to it.
  private static func overlap(_ first: String, _ second: String) -> Bool {
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return short.isEmpty || short == long || long.hasPrefix(short + ".")
  }
}
