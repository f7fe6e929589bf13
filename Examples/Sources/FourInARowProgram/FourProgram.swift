import ArgumentParser
import Foundation
import FourInARow
import Pando
import PandoCluster

/// The command `four`.
@main
struct FourProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Opponent() }
  }

  static func app() async throws {
    let options = FourOptions.parseOrExit()
    let store = Store(initialState: Game.State(depth: options.depth)) {
      Game()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    var moves = Moves(columns: options.columns)
    var turn = 0
    while store.state.outcome == nil, let column = moves.next() {
      guard store.state.board.openColumns.contains(column - 1) else {
        print("Column \(column) is full.")
        continue
      }
      turn += 1
      store.send(.columnTapped(column - 1))
      if turn == options.kill { await killOpponent(of: store, turn) }
      // Not for the end of the effects: those of an opponent that dies end with it.
      for await state in store.states
      where state.board.pieceCount == 2 * turn || state.outcome != nil { break }
      print("\n\(store.state.board)\n1 2 3 4 5 6 7")
    }
    report(store.state)
    await store.stop()
  }

  /// Kills the process in which the opponent thinks, once it has begun to.
  private static func killOpponent(of store: StoreOf<Game>, _ turn: Int) async {
    for await state in store.states
    where state.opponent.thinkingAbout != nil || state.board.pieceCount == 2 * turn { break }
    guard store.state.opponent.thinkingAbout != nil,
      let processID = store.workers.first(where: { $0.childCount > 0 })?.processID
    else {
      print("\nThe opponent was too quick to be killed.")
      return
    }
    kill(processID, SIGKILL)
    print("\nThe opponent's process is killed while it thinks.")
  }

  private static func report(_ state: Game.State) {
    switch state.outcome {
    case .won(.person): print("You win.")
    case .won(.opponent): print("The opponent wins.")
    case .drawn: print("Nobody wins.")
    case nil: print("The game is not over.")
    }
    if state.opponent.successors > 0 {
      print("\(state.opponent.successors) opponent took over from another that died.")
    }
  }
}

/// The columns that the person chooses: those of the command line, or else what is typed.
private struct Moves {
  private var columns: ArraySlice<Int>
  private let isTyped: Bool

  init(columns: [Int]) {
    self.columns = columns[...]
    isTyped = columns.isEmpty
  }

  mutating func next() -> Int? {
    guard isTyped else { return columns.popFirst() }
    print("Your column, 1 to \(Board.width): ", terminator: "")
    while let line = readLine() {
      if let column = Int(line), (1...Board.width).contains(column) { return column }
      print("From 1 to \(Board.width): ", terminator: "")
    }
    return nil
  }
}
