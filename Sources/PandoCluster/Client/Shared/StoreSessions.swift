import PandoHosting
import Synchronization

/// The sessions that stores have at one worker of a pool.
///
/// One lock holds them and the loss of the worker: whoever gets a session afterwards learns that it is lost already, and
/// whoever has one before is told.
final class StoreSessions: Sendable {
  private struct State {
    var links: [SessionNumber: StoreLink] = [:]
    var loss: String?
    /// When the worker first refused a session as one that is about to end, in milliseconds.
    var refusedSince: Int?
  }

  private let state = Mutex(State())
  /// The bytes that it has said and that stores have not read, with what each batch takes beside its own.
  private let unread = Atomic<Int>(0)

  /// The time that a worker has to end which says that it does.
  private static let endMilliseconds = 5_000

  /// Returns the session of a store, and why the worker is lost, where it is: the caller tells the store then.
  func link(_ number: SessionNumber, make: () -> StoreLink) -> (link: StoreLink, loss: String?) {
    state.withLock { state in
      if let link = state.links[number] { return (link, nil) }
      let link = make()
      if state.loss == nil { state.links[number] = link }
      return (link, state.loss)
    }
  }

  subscript(number: SessionNumber) -> StoreLink? { state.withLock { $0.links[number] } }

  var all: [StoreLink] { state.withLock { Array($0.links.values) } }

  func remove(_ number: SessionNumber) -> StoreLink? {
    state.withLock { $0.links.removeValue(forKey: number) }
  }

  /// The worker is lost: takes out all sessions that it had.
  func lose(because reason: String) -> [SessionNumber: StoreLink] {
    state.withLock { state in
      defer { state.links = [:] }
      state.loss = reason
      return state.links
    }
  }

  /// The worker refuses a session, and says that it is about to end.
  func noteRefusal(now: Int) {
    state.withLock { if $0.refusedSince == nil { $0.refusedSince = now } }
  }

  /// True if the worker said so long ago that it is about to end.
  func shouldHaveEnded(now: Int) -> Bool {
    state.withLock { $0.refusedSince.map { now - $0 > Self.endMilliseconds } ?? false }
  }

  /// A batch came for a store. Returns whether the worker has said more than it may have unread.
  func noteUnread(byteCount: Int) -> Bool {
    let total = byteCount + UnreadBatches.overhead
    let sum = unread.add(total, ordering: .relaxed).newValue
    return sum > total && sum > LinkLimits.unreadBytes(laneCount: state.withLock { $0.links.count })
  }

  func noteRead(byteCount: Int) {
    unread.subtract(byteCount + UnreadBatches.overhead, ordering: .relaxed)
  }
}
