/// Tells threads that may sleep in `send` from those that others count on.
package enum BlockingSends {
  private static let forbidden = ThreadLocal<Bool>()

  /// True if the calling thread must not sleep for the room of a store.
  ///
  /// It must not if it is one of Pando's own, which make room or keep workers alive, or does what a store had done after
  /// a commit, or tells observers. Nor while it runs a task, unless threads of the store's own make room: one that sleeps
  /// takes a thread of the concurrency pool, which may be the only one, or the main thread.
  ///
  /// - Parameter roomComesByItself: True if neither of those is needed for room. See `HostingBackend.makesRoomByItself`.
  static func areForbidden(roomComesByItself: Bool) -> Bool {
    forbidden.value == true || StateReading.tellsSoonHere
      || !roomComesByItself && withUnsafeCurrentTask { $0 != nil }
  }

  /// Runs what must not sleep in `send`.
  package static func forbid<Result>(_ body: () throws -> Result) rethrows -> Result {
    try forbidden.withValue(true, body)
  }
}
