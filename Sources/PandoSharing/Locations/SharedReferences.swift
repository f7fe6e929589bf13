import IssueReporting
import PandoBase
import PandoDependencies
import Synchronization

/// The shared values that have keys, while somebody uses them: one set for the process, and one for
/// each test.
final class SharedReferences: Sendable {
  private struct Entry: Sendable {
    weak var root: (any AnySharedRoot)?
  }

  /// Hashable and Sendable, and told apart by more than the key's own identity.
  private struct ID: Hashable, Sendable {
    let key: any Hashable & Sendable

    static func == (left: ID, right: ID) -> Bool { AnyHashable(left.key) == AnyHashable(right.key) }
    func hash(into hasher: inout Hasher) { AnyHashable(key).hash(into: &hasher) }
  }

  private struct Entries: Sendable {
    var all: [ID: Entry] = [:]
    var limit = PurgeLimit(64)
  }

  private let entries = Mutex(Entries())

  /// The value of a key; made, and loaded, when nobody uses it yet.
  func root<Key: SharedReaderKey>(
    for key: Key, from place: OperatorLocation, default initial: () -> Key.Value
  ) -> SharedRoot<Key.Value> {
    let id = ID(key: key.id)
    if let known = entries.withLock({ $0.all[id]?.root }) {
      if let root = known as? SharedRoot<Key.Value> { return root }
      reportConflict(key, place)
      return SharedRoot(initial())
    }
    // Not under the lock: a default value may use shared values itself.
    let persistence = SharedPersistence(key: key, initial: initial(), place: place)
    let made = SharedRoot(persistence.firstValue(), persistence: persistence)
    let (root, others) = entries.withLock { entries in
      let known = entries.all[id]?.root
      if let root = known as? SharedRoot<Key.Value> { return (root, []) }
      var others = entries.limit.purge(&entries.all) { $0.root }
      if let known { others.append(known) }
      entries.all[id] = Entry(root: made)
      return (made, others)
    }
    // Where one ends here, users' code may: what follows its key is cancelled.
    withExtendedLifetime(others) {}
    if root === made { made.follow() }
    return root
  }

  private func reportConflict<Key: SharedReaderKey>(_ key: Key, _ place: OperatorLocation) {
    reportIssue(
      """
      A shared property at "\(place.fileID):\(place.line)" has the type "\(Key.Value.self)", but its \
      key "\(key.id)" is in use for another type. The property is not shared.

      Give both the same type, or keys of different identity.
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

private enum SharedReferencesKey: DependencyKey {
  static let liveValue = SharedReferences()
  static var previewValue: SharedReferences { SharedReferences() }
  static var testValue: SharedReferences { SharedReferences() }
}

extension DependencyValues {
  var sharedReferences: SharedReferences { self[SharedReferencesKey.self] }
}
