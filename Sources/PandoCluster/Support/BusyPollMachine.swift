/// Decides whether a thread that waits for a message looks for it again and again for a moment, or sleeps at once.
///
/// A thread that sleeps is woken in 20 to 45 us where its core has gone to sleep with it, and a message passes several
/// threads, one after the other. To look for about as long as a wake-up takes costs at most twice what the best choice
/// would (Karlin et al., "Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor", 1991). After
/// looks that found nothing, or during which another thread wanted the core, it sleeps at once for the next 1, 2, 4 ...
/// 64 times. With 100 us a round trip took 52 to 57 us in place of 77 to 79, for a third more processor time.
///
/// Pure: times come in, decisions go out. O(1).
struct BusyPollMachine {
  enum Decision {
    case looksAgain
    case found
    case sleeps
  }

  /// The longest time to look for; 0 always sleeps at once.
  let limitMicroseconds: Int
  /// The number of times that it sleeps at once before it looks again, and of that after the next failure.
  private var skips = 0
  private var nextSkips = 1
  /// The length of the messages that come, in bytes: rises with a longer one at once, and falls slowly.
  private var likelyBytes = 0

  static let skipsAtMost = 64
  /// The time between two looks behind which another thread has had the core.
  static let lostMicroseconds = 50
  /// The length of messages, in bytes, above which nothing is looked for: a long one is worth a wake-up, and others have
  /// work to do with it meanwhile.
  static let briefBytes = 256

  init(limitMicroseconds: Int) { self.limitMicroseconds = limitMicroseconds }

  /// Notes a message of so many bytes.
  mutating func note(byteCount: Int) {
    likelyBytes = max(byteCount, likelyBytes - likelyBytes / 64 - 1, 0)
  }

  /// Returns whether to look, now that something has happened.
  mutating func begins() -> Bool {
    if limitMicroseconds == 0 || likelyBytes > Self.briefBytes { return false }
    if skips == 0 { return true }
    skips -= 1
    return false
  }

  /// Decides after a look.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the first look, in microseconds.
  ///   - pause: The time since the look before, in microseconds.
  mutating func look(hasFound: Bool, elapsed: Int, pause: Int) -> Decision {
    let isLost = pause > Self.lostMicroseconds
    if isLost || (!hasFound && elapsed >= limitMicroseconds) {
      skips = nextSkips
      nextSkips = min(nextSkips * 2, Self.skipsAtMost)
      return hasFound ? .found : .sleeps
    }
    guard hasFound else { return .looksAgain }
    nextSkips = 1
    return .found
  }
}
