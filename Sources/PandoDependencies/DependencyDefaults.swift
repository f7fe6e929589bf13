import IssueReporting
import Synchronization

/// The values of keys that nobody overrides: made when they are first read, or prepared.
///
/// There is one for the process, and one for each test: of Swift Testing, and of XCTest where a test
/// target depends on `PandoTestSupport`.
final class DependencyDefaults: Sendable {
  private struct EntryID: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private enum Found: Sendable {
    case prepared(any Sendable)
    case entry(any AnyObject & Sendable)
  }

  private struct State: Sendable {
    var context = DependencyContext.ofProcess
    /// Each is a `DependencyEntry` of its key's value.
    var entries: [EntryID: any AnyObject & Sendable] = [:]
    var prepared: [ObjectIdentifier: any Sendable] = [:]
    /// The calls that prepare something, by the keys that nobody else has read or prepared.
    var preparers: [ObjectIdentifier: DependencyReader] = [:]

    /// Returns whether the key's own value was asked for.
    func isRead(_ key: ObjectIdentifier) -> Bool { entries.keys.contains { $0.key == key } }
  }

  private let state = Mutex(State())

  static let ofProcess = DependencyDefaults()
  private static let tests = Mutex<[TestContext.Testing.Test.ID: DependencyDefaults]>([:])

  /// The defaults of the test that is running, or of the process.
  static var current: DependencyDefaults {
    guard isTesting else { return ofProcess }
    guard case .swiftTesting(let testing?) = TestContext.current else { return ofTestCase }
    return tests.withLock { tests in
      if let defaults = tests[testing.test.id] { return defaults }
      let defaults = DependencyDefaults()
      tests[testing.test.id] = defaults
      return defaults
    }
  }

  /// The defaults of the case of XCTest that runs; nil where cases are not observed.
  private static let testCase = Mutex<DependencyDefaults?>(nil)

  private static var ofTestCase: DependencyDefaults {
    TestCaseObservation.begin()
    return testCase.withLock { $0 } ?? ofProcess
  }

  /// A case of XCTest begins, which shares nothing with those before it.
  static func beginTestCase() {
    let fresh = DependencyDefaults()
    // What values do when they end is users' code, which runs under no lock.
    let previous = testCase.withLock { testCase in
      defer { testCase = fresh }
      return testCase
    }
    withExtendedLifetime(previous) {}
  }

  var context: DependencyContext { state.withLock { $0.context } }

  /// The value of a key, which is made once.
  ///
  /// - Parameter preparer: The call that reads it to prepare it, perhaps; nil for other readers.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, context overridden: DependencyContext?, for preparer: DependencyReader? = nil,
    making: () -> DependencyMaking
  ) -> Key.Value {
    let (context, found) = find(key, in: overridden, for: preparer)
    let entry: DependencyEntry<Key.Value>
    switch found {
    case .prepared(let prepared):
      guard let value = prepared as? Key.Value else {
        preconditionFailure("what is prepared for a key is of its type")
      }
      return value
    case .entry(let known):
      guard let known = known as? DependencyEntry<Key.Value> else {
        preconditionFailure("one key has one type of values")
      }
      entry = known
    }
    return entry.value {
      let making = making()
      let value = Self.make(key, context, overridden, self, making)
      return (value, making.isKept)
    }
  }

  private func find<Key: TestDependencyKey>(
    _ key: Key.Type, in overridden: DependencyContext?, for preparer: DependencyReader?
  ) -> (DependencyContext, Found) {
    let id = ObjectIdentifier(key)
    return state.withLock { state -> (DependencyContext, Found) in
      let context = overridden ?? state.context
      let entryID = EntryID(key: id, context: context)
      if !state.preparers.isEmpty, state.preparers[id] !== preparer { state.preparers[id] = nil }
      if let entry = state.entries[entryID] { return (context, .entry(entry)) }
      if let value = state.prepared[id] { return (context, .prepared(value)) }
      let entry = DependencyEntry<Key.Value>()
      if let preparer, !state.isRead(id) { state.preparers[id] = preparer }
      state.entries[entryID] = entry
      return (context, .entry(entry))
    }
  }

  private static func make<Key: TestDependencyKey>(
    _ key: Key.Type, _ context: DependencyContext, _ overridden: DependencyContext?,
    _ defaults: DependencyDefaults, _ making: DependencyMaking
  ) -> Key.Value {
    // What is kept for all must not depend on what the first reader has overridden.
    let values = DependencyValues(context: overridden, defaults: defaults)
    return DependencyValues.with(values) {
      DependencyMaking.$current.withValue(making) {
        switch context {
        case .preview: return key.previewValue
        case .test: return key.testValue
        case .live:
          if let key = key as? any DependencyKey.Type, let value = key.liveValue as? Key.Value {
            return value
          }
          making.reportNoLive(key)
          return key.testValue
        }
      }
    }
  }

  /// Sets a value for everybody, and says whether it could: not once others have read or prepared it.
  func prepare<Key: TestDependencyKey>(
    _ value: Key.Value, for key: Key.Type, by preparer: DependencyReader?
  ) -> Bool {
    let id = ObjectIdentifier(key)
    // What values do when they end is users' code, which runs under no lock.
    let (isPrepared, former) = state.withLock { state -> (Bool, State) in
      let former = state
      let isOwn = preparer.map { $0 === state.preparers[id] } ?? false
      guard isOwn || (state.prepared[id] == nil && !state.isRead(id)) else {
        return (false, former)
      }
      if isOwn { state.entries = state.entries.filter { $0.key.key != id } }
      state.prepared[id] = value
      state.preparers[id] = preparer
      return (true, former)
    }
    withExtendedLifetime(former) {}
    return isPrepared
  }

  func prepare(_ context: DependencyContext) {
    state.withLock { $0.context = context }
  }
}
