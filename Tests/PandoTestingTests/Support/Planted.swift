import Foundation
import PandoTesting
import Synchronization

/// A feature with one thing in it that does not follow from its state and action.
@Reducer
struct Planted {
  enum Fault: Sendable { case none, clock, chance, order, counter, identity }

  struct Entry: Codable, Equatable, Sendable {
    var number = 0
    var date: Date?
    var id: UUID?
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var stock = ["oak": 1, "elm": 2, "ash": 3, "fir": 4, "yew": 5]
    var names: [String] = []
    var entries: [Entry] = []
    var steps = 0
  }

  enum Action: Codable, Sendable { case step, log, list }

  let fault: Fault

  private static let count = Mutex(0)

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .step: state.steps += 1
      case .log: state.entries.append(entry(state))
      case .list:
        state.names = fault == .order ? state.stock.map(\.key) : state.stock.keys.sorted()
      }
      return .none
    }
  }

  private func entry(_ state: State) -> Entry {
    switch fault {
    case .none, .order: Entry(number: state.steps)
    case .clock: Entry(date: Date())
    case .chance: Entry(number: .random(in: 0...1_000_000))
    case .counter:
      Entry(
        number: Self.count.withLock { count in
          count += 1
          return count
        })
    case .identity: Entry(id: UUID())
    }
  }
}
