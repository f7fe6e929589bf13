package import Logging
import Synchronization

/// A keyring that is read again when it changes.
///
/// It is looked at by a thread of its own, which runs no code of a user but log handlers, at the end of a look. A key
/// that is gone is believed gone at the second look, so within 400 ms, and a folder that cannot be read has no keys. Where
/// the process has nothing left to look with, all stays as it is for five seconds.
package final class KeyringWatch: Sendable {
  package let folder: KeyringFolder

  private struct State {
    var looks: KeyringLooks
    var problems: [String: KeyFileProblem]
    /// The reason that the folder cannot be read; nil where it can.
    var failure: String?
    /// The number of looks, one after the other, for which nothing was left to look with.
    var blindLooks = 0
    /// The marks of the last look, where that need not be read again while they stay; nil
    /// otherwise.
    var settledMarks: KeyringFolder.Marks?
    var listeners: [Listener] = []
  }

  private struct Listener: Sendable {
    weak let owner: (any AnyObject & Sendable)?
    let body: @Sendable () -> Void
  }

  private let state: Mutex<State>
  private let changes = Atomic<Int>(0)
  private let thread = SerialThread(name: "pando-keys")
  private let logger: Logger

  static let intervalMilliseconds = 200
  /// That many looks change nothing although nothing can be seen: one more, and a revocation would be held off.
  private static let blindLooksAtMost = 25

  /// Throws when the folder cannot be read at first.
  package init(_ folder: KeyringFolder, logger: Logger) throws(KeyError) {
    self.folder = folder
    self.logger = logger
    let content: KeyringFolder.Content
    do throws(KeyError) {
      content = try folder.read()
    } catch {
      thread.stop()
      throw error
    }
    state = Mutex(
      State(looks: KeyringLooks(first: content.keyring), problems: content.problems))
    report(content.problems)
    lookLater()
  }

  deinit {
    thread.stop()
  }

  private struct Weak: Sendable {
    weak let watch: KeyringWatch?
  }

  private static let watches = Mutex<[String: Weak]>([:])

  /// The one watch of this process on a folder: stores that use the same keyring share it.
  package static func shared(
    _ folder: KeyringFolder, logger: Logger
  ) throws(KeyError) -> KeyringWatch {
    if let watch = watches.withLock({ $0[folder.path]?.watch }) { return watch }
    let watch = try KeyringWatch(folder, logger: logger)
    return watches.withLock { watches in
      // Another thread may have been faster.
      if let first = watches[folder.path]?.watch { return first }
      watches = watches.filter { $0.value.watch != nil }
      watches[folder.path] = Weak(watch: watch)
      return watch
    }
  }

  /// The keyring that is believed now.
  package var keyring: Keyring { state.withLock { $0.looks.believed } }

  /// The reason that the keyring cannot be read, so that nobody is trusted; nil where it can.
  package var failure: String? { state.withLock { $0.failure } }

  /// Grows with every change.
  package var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Says what is to be called, on the watch's thread, after each change, for as long as `owner` lives. It
  /// must not wait.
  package func onChange(
    for owner: any AnyObject & Sendable, _ body: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.listeners.removeAll { $0.owner == nil }
      state.listeners.append(Listener(owner: owner, body: body))
    }
  }

  /// Reads the keyring at once, believes what it finds, and then calls back, on the watch's thread.
  func readNow(_ onEnd: @escaping @Sendable () -> Void) {
    thread.run { [weak self] in
      // A key that is gone is believed gone at the second look.
      self?.look()
      self?.look()
      onEnd()
    }
  }

  private func lookLater() {
    thread.run(afterMilliseconds: Self.intervalMilliseconds) { [weak self] in
      self?.look()
      self?.lookLater()
    }
  }

  private func look() {
    var content = KeyringFolder.Content(keyring: Keyring(), problems: [:])
    var failure: KeyError?
    var settledMarks: KeyringFolder.Marks?
    do throws(KeyError) {
      let marks = try folder.marks()
      let hasNothingChanged = state.withLock { state in
        guard state.settledMarks == marks, !state.looks.isSecondLookDue else { return false }
        state.blindLooks = 0
        return true
      }
      if hasNothingChanged { return }
      if marks.isSettled { settledMarks = marks }
      content = try folder.read()
    } catch {
      // That nothing is left to look with says nothing of the folder.
      let isBlind = state.withLock { state in
        state.blindLooks = error.code == .exhausted ? state.blindLooks + 1 : 0
        return 1...Self.blindLooksAtMost ~= state.blindLooks
      }
      if isBlind { return }
      failure = error
    }
    let (difference, news, wasReadable, listeners) = state.withLock { state in
      let difference = state.looks.look(content.keyring)
      let news = content.problems.filter { state.problems[$0.key] != $0.value }
      state.problems = content.problems
      state.settledMarks = settledMarks
      if failure == nil { state.blindLooks = 0 }
      defer { state.failure = failure?.message }
      return (difference, news, state.failure == nil, state.listeners)
    }
    // A log handler may wait, and those who are trusted no longer are cut off all the same.
    if !difference.isEmpty {
      changes.add(1, ordering: .acquiringAndReleasing)
      for listener in listeners where listener.owner != nil { listener.body() }
    }
    if let failure, wasReadable {
      logger.error("The keyring cannot be read, so nobody is trusted: \(failure.message)")
    }
    report(news)
    // Where none can be read there is one thing to mend, not one for each key.
    if failure == nil { report(difference) }
  }

  private func report(_ problems: [String: KeyFileProblem]) {
    for (file, problem) in problems.sorted(by: { $0.key < $1.key }) {
      logger.error("The key file \(folder.path)/\(file) \(problem).")
    }
  }

  private func report(_ changes: Keyring.Changes) {
    for (key, roles) in changes.gained {
      logger.notice("The key \(key) is trusted now, with these roles: \(roles.text).")
    }
    for (key, roles) in changes.lost {
      logger.notice("The key \(key) has lost these roles: \(roles.text).")
    }
  }
}
