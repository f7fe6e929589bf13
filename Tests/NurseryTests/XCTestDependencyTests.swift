import Pando
import PandoTesting
import XCTest

/// Each case of XCTest has dependencies of its own, as each test of Swift Testing has.
///
/// Every case is written so that it fails if it sees what another one left, whichever ran first.
final class XCTestDependencyTests: XCTestCase {
  /// The overrides of a whole class.
  override func invokeTest() {
    withDependencies {
      $0.greeting = "of the class"
    } operation: {
      super.invokeTest()
    }
  }

  func testFirstFresh() {
    @Dependency(\.ledger) var ledger
    XCTAssertEqual(ledger.add(), 1)
  }

  func testSecondFresh() async {
    @Dependency(\.ledger) var ledger
    XCTAssertEqual(ledger.add(), 1)
    await Task.yield()
    XCTAssertEqual(ledger.add(), 2)
  }

  func testFirstPrepared() {
    prepareDependencies { $0.mood = "first" }
    @Dependency(\.mood) var mood
    XCTAssertEqual(mood, "first")
  }

  func testSecondPrepared() {
    prepareDependencies { $0.mood = "second" }
    @Dependency(\.mood) var mood
    XCTAssertEqual(mood, "second")
  }

  func testOverrideOfTheClass() {
    @Dependency(\.greeting) var greeting
    XCTAssertEqual(greeting, "of the class")
  }

  func testOverrideOfTheClassInAsynchronousWork() async {
    @Dependency(\.greeting) var greeting
    XCTAssertEqual(greeting, "of the class")
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        state = greeting
        return .none
      }
    }
    await store.send(true) { $0 = "of the class" }
  }
}

/// Counts what a test adds.
private final class Ledger: TestDependencyKey, @unchecked Sendable {
  // Each test has its own, and adds in one task.
  private var count = 0

  static var testValue: Ledger { Ledger() }

  func add() -> Int {
    count += 1
    return count
  }
}

private enum GreetingKey: TestDependencyKey { static let testValue = "of nobody" }
private enum MoodKey: TestDependencyKey { static let testValue = "none" }

extension DependencyValues {
  fileprivate var ledger: Ledger {
    get { self[Ledger.self] }
    set { self[Ledger.self] = newValue }
  }

  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  fileprivate var mood: String {
    get { self[MoodKey.self] }
    set { self[MoodKey.self] = newValue }
  }
}
