import ExampleTestSupport
import FourInARow
import PandoTesting
import Testing

@Suite("The opponent dies")
struct DyingOpponentTests {
  @Test("in its worker process, by kill -9 while it thinks, and another goes on")
  func killed() async throws {
    let worker = WorkerProcess()
    let store = Store(initialState: Game.State(depth: 2)) {
      Game()
    } withDependencies: {
      $0.hosting = worker.hosting
    }
    worker.set("hold")
    store.send(.columnTapped(3))
    try await eventually("the opponent thinks") { worker.has("thinking") }
    let first = worker.processID
    #expect(store.workers.map(\.processID) == [first])

    try await worker.kill()
    worker.set("hold", false)
    worker.start()
    try await eventually("the opponent has moved") { store.state.turn == .person }
    #expect(store.state.board == Board(columns: [3, 3]))
    #expect(store.state.opponent.successors == 1)
    #expect(worker.processID != first)
    #expect(store.workers.map(\.processID) == [worker.processID])

    store.send(.columnTapped(3))
    try await eventually("the opponent has moved again") { store.state.board.pieceCount == 4 }
    #expect(store.state.opponent.successors == 1)
    await store.stop()
  }

  @Test("on a worker of the test while it thinks, and another goes on")
  func killedInTest() async {
    // Held until the first opponent is dead.
    let holds = LockIsolated(true)
    let store = TestStore(initialState: Game.State(depth: 2)) {
      Game()
    } withDependencies: {
      $0.strategy.bestColumn = { board, depth in
        if holds.value { try await Task.sleep(for: .seconds(86_400)) }
        return try await Strategy.liveValue.bestColumn(board: board, depth: depth)
      }
    }
    await tapMiddle(store)

    holds.setValue(false)
    store.faults.killWorker()
    await store.receive(\.opponent.interrupted) { $0.opponent.successors = 1 }
    await receiveMiddle(store)

    await tapMiddle(store)
    await receiveMiddle(store)
    await store.finish()
  }

  /// The person drops a piece into the middle, and the opponent begins to think.
  private func tapMiddle(_ store: TestStoreOf<Game>) async {
    var board = store.state.board
    board.drop(.person, into: 3)
    await store.send(.columnTapped(3)) {
      $0.board = board
      $0.turn = .opponent
    }
    await store.receive(\.opponent.turnBegan, board) { $0.opponent.thinkingAbout = board }
  }

  private func receiveMiddle(_ store: TestStoreOf<Game>) async {
    await store.receive(\.opponent.chose, 3) {
      $0.board.drop(.opponent, into: 3)
      $0.turn = .person
      $0.opponent.thinkingAbout = nil
    }
  }
}
