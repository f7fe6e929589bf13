import Pando
import Synchronization

/// Its values say where they come from.
enum OriginKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// The live value is declared elsewhere.
enum OnlyTestKey: TestDependencyKey {
  static let testValue = 1
}

/// Each value that is made has a number of its own.
enum CountedKey: DependencyKey {
  private static let count = Mutex(0)

  static var liveValue: Int { testValue }
  static var testValue: Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

extension DependencyValues {
  var origin: String {
    get { self[OriginKey.self] }
    set { self[OriginKey.self] = newValue }
  }

  var onlyTest: Int {
    get { self[OnlyTestKey.self] }
    set { self[OnlyTestKey.self] = newValue }
  }

  var counted: Int {
    get { self[CountedKey.self] }
    set { self[CountedKey.self] = newValue }
  }
}
