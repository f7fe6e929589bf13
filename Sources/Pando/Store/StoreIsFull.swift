/// A store did not accept an action, because as many as its window holds wait to commit.
public struct StoreIsFull: Error, Hashable, CustomStringConvertible {
  /// A sentence that says what happened, and what to do.
  public var description: String {
    """
    The store's window is full: as many actions as it holds wait to commit. Send the action later, or \
    wait for room with "await store.sendWhenRoom(...)".
    """
  }
}
