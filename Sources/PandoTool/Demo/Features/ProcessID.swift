import Glibc
import Pando

/// The number of the process that a reducer runs in.
private enum ProcessIDKey: DependencyKey {
  static var liveValue: Int32 { getpid() }
  static var testValue: Int32 { getpid() }
}

extension DependencyValues {
  /// The number of the process that a reducer runs in.
  var processID: Int32 { self[ProcessIDKey.self] }
}
