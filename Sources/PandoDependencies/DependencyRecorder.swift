package import PandoBase
import Synchronization

/// The dependencies that a feature and the features inside it declare as properties.
///
/// Those that an effect declares in its own body are not known before the effect runs.
package final class DependencyRecorder: Sendable {
  private let declared = Mutex<[any DeclaredDependency]>([])

  private static let ofThread = ThreadLocal<DependencyRecorder>()

  /// A dependency was declared.
  static func note(_ dependency: some DeclaredDependency) {
    ofThread.value?.add([dependency])
  }

  /// Returns the dependencies of a feature: those that its value holds, and those that are declared while
  /// `build` makes its parts.
  package static func dependencies(
    of feature: some Any, whileBuilding build: () -> Void
  ) -> [any DeclaredDependency] {
    let recorder = DependencyRecorder()
    recorder.collect(feature, depth: 0)
    ofThread.withValue(recorder, build)
    // Features inside belong to the one around them too.
    let declared = recorder.declared.withLock { $0 }
    ofThread.value?.add(declared)
    return declared
  }

  private func add(_ dependencies: [any DeclaredDependency]) {
    declared.withLock { $0 += dependencies }
  }

  /// The number of operators that may be nested around a feature.
  private static let depthAtMost = 16

  private func collect(_ value: Any, depth: Int) {
    guard depth < Self.depthAtMost else { return }
    for child in Mirror(reflecting: value).children {
      if let dependency = child.value as? any DeclaredDependency {
        add([dependency])
        continue
      }
      switch Mirror(reflecting: child.value).displayStyle {
      case .struct, .tuple, .optional, .enum: collect(child.value, depth: depth + 1)
      default: break
      }
    }
  }
}

/// A ``Dependency``, whatever its type.
package protocol DeclaredDependency: Sendable {
  /// Returns the name of what the dependency reads, if the values override it.
  func nameOfOverride(in values: DependencyValues) -> String?

  /// Where it is declared.
  var location: OperatorLocation? { get }
}

extension Dependency: DeclaredDependency {
  package func nameOfOverride(in values: DependencyValues) -> String? {
    if let key = self.values.reader?.key {
      return values.overrides[ObjectIdentifier(key)]?.name
    }
    // A property's key is known once it is read, which makes the value of a key that is not overridden.
    // So only what has the type of an override is read.
    let type = ObjectIdentifier(Value.self)
    guard values.overrides.values.contains(where: { $0.valueType == type }) else { return nil }
    return DependencyProbe.override(in: values) { _ = read($0) }?.name
  }

  package var location: OperatorLocation? {
    values.reader.map { reader in
      OperatorLocation(
        fileID: reader.location.fileID, filePath: reader.location.filePath,
        line: reader.location.line, column: reader.location.column)
    }
  }
}
