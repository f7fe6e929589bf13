/// Tells threads that may sleep in `send` from those that others count on.
package enum BlockingSends {
  private static let forbidden = ThreadLocal<Bool>()

  /// True if the calling thread must not sleep: it runs a task, or what a store had done after a
  /// commit, or it is one that makes room, or tells observers.
  static var areForbidden: Bool {
    forbidden.value == true || StateReading.tellsSoonHere || withUnsafeCurrentTask { $0 != nil }
  }

  /// Runs what must not sleep in `send`.
  package static func forbid<Result>(_ body: () throws -> Result) rethrows -> Result {
    try forbidden.withValue(true, body)
  }
}
