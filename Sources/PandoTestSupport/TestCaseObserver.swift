#if canImport(XCTest)
  import PandoDependencies
  import XCTest

  /// Calls a function when a case of XCTest begins.
  private final class TestCaseObserver: NSObject, XCTestObservation {
    private let begin: @Sendable () -> Void

    init(_ begin: @escaping @Sendable () -> Void) {
      self.begin = begin
    }

    func testCaseWillStart(_ testCase: XCTestCase) { begin() }
  }

  /// Runs when the program that this is linked into is loaded, as nobody else would call it.
  @section(".init_array") @used
  private let install: @convention(c) () -> Void = {
    TestCaseObservation.install { begin in
      begin()
      XCTestObservationCenter.shared.addTestObserver(TestCaseObserver(begin))
    }
  }
#endif
