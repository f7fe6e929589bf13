import PandoDependencies
import Synchronization

/// Its values say where they come from.
enum OriginKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// Nobody has thought of tests.
enum OnlyLiveKey: DependencyKey {
  static let liveValue = "live"
}

/// Somebody has thought of previews, and nobody of tests.
enum OnlyPreviewKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
}

/// The live value is declared elsewhere.
enum OnlyTestKey: TestDependencyKey {
  static let testValue = 1
}

/// Nil is a value, too.
enum OptionalKey: DependencyKey {
  static let liveValue: Int? = 1
  static let testValue: Int? = 2
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

/// A client whose live value reads another dependency.
struct Greeter: DependencyKey {
  @Dependency(\.origin) var origin

  static let liveValue = Greeter()
  static let testValue = Greeter()
}

extension DependencyValues {
  var origin: String {
    get { self[OriginKey.self] }
    set { self[OriginKey.self] = newValue }
  }

  var onlyLive: String {
    get { self[OnlyLiveKey.self] }
    set { self[OnlyLiveKey.self] = newValue }
  }

  var onlyPreview: String {
    get { self[OnlyPreviewKey.self] }
    set { self[OnlyPreviewKey.self] = newValue }
  }

  var onlyTest: Int {
    get { self[OnlyTestKey.self] }
    set { self[OnlyTestKey.self] = newValue }
  }

  var optional: Int? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }

  var counted: Int {
    get { self[CountedKey.self] }
    set { self[CountedKey.self] = newValue }
  }

  var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
}
