/// The thing that a page is about: a coordinator, or a store.
///
/// It is asked for its document by one task at a time, and only while somebody looks.
package protocol PageSource: Sendable {
  /// Returns what there is to show; nil while there is nothing, or nobody can look.
  func document() async -> PageDocument?

  /// Hears whether somebody reads: what costs the program something is done for readers alone.
  func attend(_ isRead: Bool) async

  /// Adds a point to the history: called once a step, whether somebody reads or not.
  func remember() async

  /// Keeps what happens, until the task is cancelled or nothing more can happen.
  func follow() async

  /// Returns what may be read of the state of a child.
  func values(ofChild id: UInt64) async -> PageChildValues

  /// Returns a commit of a store with a journal, and what may be read of the states around it. Throws a `PageRefusal`
  /// that says why not.
  func past(_ commit: UInt64) async throws(PageRefusal) -> PagePast

  /// Has a worker drain, and returns a sentence about it. Throws an error whose description says why not.
  func drain(_ worker: String, withinMilliseconds: Int) async throws -> String

  /// Has a worker host children again, and returns a sentence about it.
  func undrain(_ worker: String) async throws -> String
}

/// The part of a child's state that a page may show.
package enum PageChildValues: Equatable, Sendable {
  case shown([PageValue])
  /// Its type does not say what may be read of it.
  case hidden(feature: String)
  /// There is no such child, or it has no state any more.
  case gone
  /// It cannot be looked at just now, as no thread can be started.
  case unseen
}

extension PageSource {
  package func attend(_ isRead: Bool) async {}

  package func remember() async {}

  package func follow() async {}

  package func values(ofChild id: UInt64) async -> PageChildValues { .gone }

  func past(_ commit: UInt64) async throws(PageRefusal) -> PagePast {
    throw .noPast
  }
}
