import Pando

/// The parent of eight hands, one of them guilty.
@Reducer
struct Crew {
  struct State: Sendable {
    var innocents: IdentifiedArrayOf<Hand.State>
    /// The guilty one, until it is removed.
    var guilty: IdentifiedArrayOf<Hand.State>
    /// Faults that the parent found.
    var problems: [String] = []

    init(guilty: Int) {
      let hands = (0..<BlamePlan.handCount).map { Hand.State(id: $0) }
      innocents = IdentifiedArray(uniqueElements: hands.filter { $0.id != guilty })
      self.guilty = [hands[guilty]]
    }

    var hands: [Hand.State] { Array(innocents) + Array(guilty) }
  }

  enum Action: Sendable {
    case innocents(IdentifiedActionOf<Hand>)
    case guilty(IdentifiedActionOf<Hand>)
    case remove
  }

  let effectTimeout: Duration?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .innocents(.element(let id, .count(let number))):
        state.compare(number, with: state.innocents[id: id])
      case .guilty(.element(let id, .count(let number))):
        state.compare(number, with: state.guilty[id: id])
      case .remove: state.guilty = []
      case .innocents, .guilty: break
      }
      return .none
    }
    .forEach(\.innocents, action: \.innocents) {
      // Nothing that a busy machine delays is to be taken for a hang.
      Hand().hosted(
        interrupted: { .interrupted($0) }, timeout: .seconds(600),
        cancellationTimeout: .seconds(600), onCrash: .drop { .failed("\($0.reason)") })
    }
    .forEach(\.guilty, action: \.guilty) {
      Hand().hosted(
        interrupted: { .interrupted($0) }, timeout: .seconds(600),
        cancellationTimeout: .milliseconds(300), effectTimeout: effectTimeout,
        onCrash: .drop { .failed("\($0.reason)") })
    }
  }
}

extension Crew.State {
  /// The parent comes second, with the child's new state.
  fileprivate mutating func compare(_ number: Int, with hand: Hand.State?) {
    if let hand, hand.last != number {
      problems.append(
        "the parent saw number \(number) of \(hand.id) with the state of \(hand.last)")
    }
  }
}
