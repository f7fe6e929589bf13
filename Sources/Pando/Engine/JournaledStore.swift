/// A store, for whoever makes its commits durable.
package protocol JournaledStore: AnyObject {
  /// The group that was handed over is durable: what waited for it leaves. Takes the lock, and may commit.
  ///
  /// - Parameter wantsSnapshot: True if the next group is to bring the whole state.
  func noteDurable(wantsSnapshot: Bool)

  /// No group can be made durable any more: nothing leaves the store from now on. Takes the lock.
  func noteJournalFailed()
}
