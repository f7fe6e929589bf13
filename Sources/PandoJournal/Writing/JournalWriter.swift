import Foundation
import Pando

/// Writes the groups of one store, one after the other, and tells the store what is durable.
///
/// Two threads of its own serve it, so that the disk waits for nobody, and nobody's code keeps it waiting: the *writer* takes
/// a group, appends it and sleeps until the next; the *teller* tells the store, which lets go what waited, and may commit
/// and call observers in that thread. The store hands over its next group once it was told, by a call that waits for
/// nothing.
final class JournalWriter: @unchecked Sendable {
  /// A group is durable.
  private struct News {
    let wantsSnapshot: Bool
  }

  // Every `var` is touched only with `condition` locked, but for those of the writer's thread.
  private let condition = NSCondition()
  private var group: CommittedGroup?
  private var news: News?
  private var error: JournalError?
  private var isEnding = false
  private var writerHasEnded = false
  private var tellerHasEnded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The store, kept while it waits for a group.
  private var client: (any JournaledStore)?
  /// The store. It keeps this.
  private weak var store: (any JournaledStore)?

  // The writer's thread alone has these.
  private let storage: any JournalStorage
  private var chain: JournalChain
  private var snapshots: SnapshotWork

  private let onFailure: @Sendable (JournalError) -> Void

  init(
    _ storage: any JournalStorage, _ chain: JournalChain, _ snapshots: SnapshotWork,
    onFailure: @escaping @Sendable (JournalError) -> Void
  ) {
    self.storage = storage
    self.chain = chain
    self.snapshots = snapshots
    self.onFailure = onFailure
  }

  /// Begins to write for a store. Where it throws, it has ended, and the storage is the caller's to close.
  func start(for store: any JournaledStore) throws(JournalError) {
    condition.withLock { self.store = store }
    var hasTeller = false
    do throws(JournalError) {
      try JournalThread.start("pando-durable", for: storage.place, tell)
      hasTeller = true
      try JournalThread.start("pando-journal", for: storage.place, write)
    } catch {
      condition.withLock {
        // A teller without a writer ends by itself.
        (writerHasEnded, tellerHasEnded) = (true, !hasTeller)
        condition.broadcast()
      }
      throw error
    }
  }

  /// Takes a group over. Called with the store's lock held.
  func take(_ group: CommittedGroup) {
    condition.withLock {
      precondition(self.group == nil, "one group is written at a time")
      self.group = group
      client = store
      condition.broadcast()
    }
  }

  /// Nothing more is to be written, since the store's state cannot be.
  func fail(_ error: JournalError) {
    condition.withLock {
      if self.error == nil { self.error = error }
      condition.broadcast()
    }
  }

  /// Returns when both threads have ended and the storage is closed.
  func end() async {
    await withCheckedContinuation { continuation in
      let hasEnded = condition.withLock {
        isEnding = true
        condition.broadcast()
        if !tellerHasEnded { waiting.append(continuation) }
        return tellerHasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  // MARK: - The writer's thread

  private func write() {
    do throws(JournalError) {
      while let group = try nextGroup() {
        try storage.append(chain.row(of: group))
        snapshots.note(group, chain)
        condition.withLock {
          news = News(wantsSnapshot: snapshots.asks())
          condition.broadcast()
        }
        // Some of it with each group, so that it comes to an end where groups follow one another without a pause.
        try snapshots.step(storage)
        try storage.checkpointIfDue(isIdle: false)
      }
      while snapshots.hasWork { try snapshots.step(storage) }
    } catch {
      fail(error)
    }
    storage.close()
    condition.withLock {
      writerHasEnded = true
      condition.broadcast()
    }
  }

  /// Returns the next group; nil at the end. Does what can wait while there is none.
  private func nextGroup() throws(JournalError) -> CommittedGroup? {
    // True once there is nothing left to be done before the next group.
    var isTidy = false
    while true {
      condition.lock()
      var isIdle = false
      while group == nil, !isEnding, error == nil, !snapshots.hasWork, !isIdle {
        if isTidy {
          condition.wait()
        } else {
          isIdle = !condition.wait(until: Date(timeIntervalSinceNow: Self.idleSeconds))
        }
      }
      let (next, error, isOver) = (group, self.error, isEnding)
      group = nil
      condition.unlock()
      if let error { throw error }
      if let next { return next }
      if isOver { return nil }
      try snapshots.step(storage)
      if isIdle {
        try storage.checkpointIfDue(isIdle: true)
        isTidy = true
      }
    }
  }

  /// The time without a group after which the file is tidied.
  private static let idleSeconds: Double = 1

  // MARK: - The teller's thread

  private func tell() {
    while let (news, client) = nextNews() {
      client?.noteDurable(wantsSnapshot: news.wantsSnapshot)
    }
    let (error, store) = condition.withLock { (self.error, self.store ?? client) }
    if error != nil { store?.noteJournalFailed() }
    let waiting = condition.withLock {
      defer { self.waiting = [] }
      (tellerHasEnded, client) = (true, nil)
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
    // A store that was handed over has not failed: its process is to end.
    if storage.handsOver, case .isOpenElsewhere? = error?.reason { return }
    if let error { onFailure(error) }
  }

  /// Returns what the store is to be told; nil once the writer has ended.
  private func nextNews() -> (News, (any JournaledStore)?)? {
    condition.withLock {
      while news == nil, !writerHasEnded { condition.wait() }
      guard let next = news else { return nil }
      defer { (news, client) = (nil, nil) }
      return (next, client)
    }
  }
}
