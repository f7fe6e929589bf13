import Pando
import PandoWire

/// The commits of one group, reduced again by this build from the state before them.
struct GroupReplay<State: Codable & Sendable, Action: Codable & Sendable> {
  let before: State
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

  /// The number of fields that are compared where states differ.
  private static var fieldsAtMost: Int { 1_000 }

  /// Reduces, and compares. Complexity: O(actions), and of the state where it differs from the one that was written.
  func compare() -> Outcome {
    let state = reduced(seed: 1)
    if isWritten(state) { return .same }
    let fields = FieldWalk.differences(written, state, limit: Self.fieldsAtMost)
    if fields.isEmpty { return .same }
    if !FieldWalk.differences(state, reduced(seed: 1), limit: 1).isEmpty {
      return nondeterminism() ?? .different(lastChange: nil, fields[0], drawn: [])
    }
    let drawn = Set(
      FieldWalk.differences(state, reduced(seed: 2), limit: Self.fieldsAtMost)
        .map { Self.field($0.path) }
    ).sorted()
    let rest = fields.first { field in
      !drawn.contains { Self.overlap($0, Self.field(field.path)) }
    }
    if let rest { return .different(lastChange: lastChange(of: rest), rest, drawn: drawn) }
    return .drawn(drawn)
  }

  /// Returns the state before an action.
  func state(before index: Int) -> State {
    var state = before
    draws.restart(seed: 1)
    for action in actions[..<index] { reducers.reduce(&state, action) }
    return state
  }

  private func reduced(seed: UInt64) -> State {
    var state = before
    draws.restart(seed: seed)
    for action in actions { reducers.reduce(&state, action) }
    return state
  }

  /// Returns the states before the first action and behind each.
  private func steps() -> [State] {
    var states = [before]
    draws.restart(seed: 1)
    for action in actions {
      states.append(states[states.count - 1])
      reducers.reduce(&states[states.count - 1], action)
    }
    return states
  }

  private func nondeterminism() -> Outcome? {
    let (first, second) = (steps(), steps())
    for index in actions.indices {
      let field = FieldWalk.differences(first[index + 1], second[index + 1], limit: 1).first
      if let field { return .nondeterministic(index: index, field) }
    }
    return nil
  }

  private func lastChange(of field: FieldDifference) -> Int? {
    let states = steps()
    let path = Self.field(field.path)
    return actions.indices.last { index in
      FieldWalk.differences(states[index], states[index + 1], limit: Self.fieldsAtMost)
        .contains { Self.overlap(Self.field($0.path), path) }
    }
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
