import ExampleTestSupport
import FourInARow
import PandoTesting
import XCTest

/// The game, tested with XCTest.
final class GameXCTests: XCTestCase {
  func testTheOpponentAnswersInPlace() async { await answer(.inPlace) }
  func testTheOpponentAnswersHosted() async { await answer(.hosted) }
  func testTheOpponentAnswersOnFailingWorkers() async { await answer(.failing) }

  private func answer(_ place: Place) async {
    let store = TestStore(initialState: Game.State(depth: 2), faults: place.faults) {
      Game()
    } withDependencies: {
      place.prepare(&$0) { $0.strategy = .liveValue }
    }
    let board = Board(columns: [3])
    await store.send(.columnTapped(3)) {
      $0.board = board
      $0.turn = .opponent
    }
    await store.receive(\.opponent.turnBegan, board) { $0.opponent.thinkingAbout = board }
    await store.receive(\.opponent.chose, 3) {
      $0.board = Board(columns: [3, 3])
      $0.turn = .person
      $0.opponent.thinkingAbout = nil
    }
    await store.finish()
  }

  func testLinesInEveryDirectionWin() {
    let games = [
      [0, 6, 1, 6, 2, 6, 3], [0, 1, 0, 1, 0, 1, 0],
      [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], [3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0],
    ]
    for columns in games {
      XCTAssertTrue(Board(columns: columns).isWon(by: columns.last!), "\(columns)")
      XCTAssertFalse(Board(columns: Array(columns.dropLast(2))).isWon(by: 0), "\(columns)")
    }
  }
}
