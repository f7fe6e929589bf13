import ExampleTestSupport
import FourInARow
import PandoTesting
import Testing

@Suite("Four in a row")
struct GameTests {
  @Test("the opponent answers each move", arguments: Place.allCases)
  func answers(place: Place) async {
    let store = game(place, depth: 2)
    for column in [3, 3] {
      var board = store.state.board
      board.drop(.person, into: column)
      await store.send(.columnTapped(column)) {
        $0.board = board
        $0.turn = .opponent
      }
      await store.receive(\.opponent.turnBegan, board) { $0.opponent.thinkingAbout = board }
      await store.receive(\.opponent.chose, 3) {
        $0.board.drop(.opponent, into: 3)
        $0.turn = .person
        $0.opponent.thinkingAbout = nil
      }
    }
    await store.finish()
    // Otherwise no worker of the test has anything to do.
    #expect((store.faults.stepCount > 0) == (place == .failing))
  }

  @Test("the opponent does not let four come together", arguments: Place.allCases)
  func defends(place: Place) async {
    let store = game(place, board: Board(columns: [0, 6, 1, 6]), depth: 4)
    await store.send(.columnTapped(2)) {
      $0.board.drop(.person, into: 2)
      $0.turn = .opponent
    }
    let board = store.state.board
    await store.receive(\.opponent.turnBegan, board) { $0.opponent.thinkingAbout = board }
    await store.receive(\.opponent.chose, 3) {
      $0.board.drop(.opponent, into: 3)
      $0.turn = .person
      $0.opponent.thinkingAbout = nil
    }
    await store.finish()
  }

  @Test("who has four in a row wins, and the game is over", arguments: Place.allCases)
  func wins(place: Place) async {
    let store = game(place, board: Board(columns: [0, 6, 1, 6, 2, 6]))
    await store.send(.columnTapped(3)) {
      $0.board.drop(.person, into: 3)
      $0.turn = .opponent
      $0.outcome = .won(by: .person)
    }
    await store.send(.columnTapped(4))
    await store.send(.newGameButtonTapped) { $0 = Game.State() }
    await store.finish()
  }

  @Test("a column that is full takes no piece", arguments: Place.allCases)
  func full(place: Place) async {
    let store = game(place, board: Board(columns: [0, 0, 0, 0, 0, 0]))
    await store.send(.columnTapped(0))
    await store.finish()
  }

  @Test("does the same as in one process, whatever people tap")
  func sameHosted() async throws {
    try await expectSameHosted(
      Game(), initialState: Game.State(depth: 2), programs: 20, length: 1...8,
      withDependencies: { $0.strategy = .liveValue }
    ) { generator in
      generator.chance(oneIn: 8)
        ? .newGameButtonTapped
        : .columnTapped(Int.random(in: 0..<Board.width, using: &generator))
    }
  }

  private func game(
    _ place: Place, board: Board = Board(), depth: Int = 4
  ) -> TestStoreOf<Game> {
    TestStore(
      initialState: Game.State(board: board, depth: depth), faults: place.faults
    ) {
      Game()
    } withDependencies: {
      place.prepare(&$0) { $0.strategy = .liveValue }
    }
  }
}
