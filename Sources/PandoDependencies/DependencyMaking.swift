import IssueReporting
import PandoBase
import Synchronization

/// One evaluation of a key's own value: who asked for it, and what came of it.
final class DependencyMaking: Sendable {
  @TaskLocal static var current: DependencyMaking?

  /// The text behind the backslash or the dollar sign: `date`, or the type of a key.
  let name: String
  let isNamedByKey: Bool
  let location: OperatorLocation
  /// True if it is read only to be changed, which asks for no value of its own.
  let isForUpdate: Bool
  private let isProvisional = Atomic(false)

  init(
    name: StaticString, location: OperatorLocation, reader: DependencyReader?, isForUpdate: Bool
  ) {
    let key = reader?.key
    self.name = key.map { "\($0).self" } ?? "\(name)"
    self.isNamedByKey = key != nil
    self.location = reader?.location ?? location
    self.isForUpdate = isForUpdate
  }

  /// True if the value may be kept for those who ask next: not where they must hear of an issue
  /// too.
  var isKept: Bool { !isProvisional.load(ordering: .relaxed) }

  /// The dependency as it is declared.
  private var title: String { isNamedByKey ? "@Dependency(\(name))" : "@Dependency(\\.\(name))" }

  /// The words that tell how a test overrides it.
  var remedy: String {
    isNamedByKey ? "$0[\(name)] = ..." : "$0.\(name) = ..."
  }

  static func reportNoTestValue<Key: DependencyKey>(_ key: Key.Type) {
    guard let making = current else {
      reportIssue(
        """
        The test value of "\(key)" was asked for, but it has none. Give "\(key)" a \
        "testValue".
        """)
      return
    }
    making.isProvisional.store(true, ordering: .relaxed)
    guard !making.isForUpdate else { return }
    making.report(
      """
      \(making.title) has no test implementation, but was accessed from a test context:

      It was read at "\(making.location)", and its preview value, or else its live value, was used. Override it with "withDependencies { \(making.remedy) }", around the test or for its store, or \
      give "\(key)" a "testValue".
      """)
  }

  func reportNoLive(_ key: any TestDependencyKey.Type) {
    isProvisional.store(true, ordering: .relaxed)
    guard !isForUpdate else { return }
    report(
      """
      \(title) has no live implementation, but was accessed from a live context.

      It was read at "\(location)", and its test value was used. Make "\(key)" conform to "DependencyKey", in a module that the program links.
      """)
  }

  private func report(_ message: String) {
    reportIssue(
      message, fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}
