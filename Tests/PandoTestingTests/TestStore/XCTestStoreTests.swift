import Pando
import PandoTesting
import XCTest

/// The store says the same to the other test library.
final class XCTestStoreTests: XCTestCase {
  /// The failures that are recorded while they are expected; nil when none are.
  private var expected: [String]?

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected isExpected: Bool
  ) {
    guard expected == nil else {
      expected?.append("\(lineNumber): \(description)")
      return
    }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: isExpected)
  }

  func testPasses() async {
    let store = Place.hosted.makeDesk()
    await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
    await store.send(.lookup(.twice))
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 2 }
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 3 }
  }

  func testFailuresAreRecorded() async {
    expected = []
    let line = #line
    do {
      let store = Place.hosted.makeDesk()
      await store.send(.lookup(.tick))
      await store.send(.lookup(.twice))
    }
    let recorded = expected ?? []
    expected = nil
    XCTAssertEqual(recorded.count, 2)
    XCTAssert(recorded.first?.hasPrefix("\(line + 3): ") == true)
    XCTAssert(recorded.first?.contains("State was not expected to change") == true)
    XCTAssert(recorded.last?.contains("The store received 2 unexpected actions") == true)
  }

  func testNotesFailNothing() async {
    let store = Place.here.makeDesk()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.lookup(.tick))
    await store.send(.lookup(.found([1]))) { $0.total = 1 }
  }
}
