import Pando
import Synchronization

/// Sends to every child in turn, for as long as it is told.
final class Sender: Sendable {
  private let store: StoreOf<Wood>
  private let ledger: Ledger
  private let client: Int
  private let lastNumber = Atomic<Int>(0)

  /// The number of actions without a commit at which those that do not wait for theirs make a pause.
  private static let pendingAtMost = 200

  init(_ store: StoreOf<Wood>, _ ledger: Ledger, client: Int) {
    self.store = store
    self.ledger = ledger
    self.client = client
  }

  private func next() -> Tree.Action {
    .grow(client: client, number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Sends one action after the other, each once the one before has committed and its effects have ended.
  func sendInTurn() async {
    var round = 0
    while !Task.isCancelled {
      for id in 0..<6 { await store.send(.trees(.element(id: id, action: next()))).finish() }
      await store.send(.quick(.element(id: 1_000, action: next()))).finish()
      await store.send(.local(next())).finish()
      round += 1
      if round % 4 == 0 { await store.send(.invite(true)).finish() }
      await store.send(round < 4 ? .local(next()) : .guest(next())).finish()
      if round % 16 == 15 {
        await store.send(.invite(false)).finish()
        await store.send(.invite(true)).finish()
      }
    }
  }

  /// Sends an action to each of these children, which opens their lanes.
  func send(toEach ids: Range<Int>) {
    for id in ids { store.send(.trees(.element(id: id, action: next()))) }
  }

  /// Sends without waiting, as far ahead as is allowed.
  func sendAhead() async {
    while !Task.isCancelled {
      for id in 0..<6 { store.send(.trees(.element(id: id, action: next()))) }
      store.send(.quick(.element(id: 1_001, action: next())))
      store.send(.local(next()))
      repeat {
        try? await Task.sleep(for: .milliseconds(40))
      } while !Task.isCancelled
        && ledger.pending.count > Self.pendingAtMost
    }
  }
}
