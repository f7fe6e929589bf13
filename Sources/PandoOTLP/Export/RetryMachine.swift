/// Decides what becomes of a batch that was posted. Pure.
struct RetryMachine: Equatable {
  /// What came of a post.
  enum Outcome: Equatable {
    /// A response with this status, and the seconds after which it asks for another try, if it does.
    case response(status: Int, retryAfterSeconds: Int? = nil)
    /// No response came.
    case unreachable
  }

  enum Directive: Equatable {
    case done
    case wait(milliseconds: Int)
    case drop
  }

  private static let triesAtMost = 6
  private static let waitMillisecondsAtMost = 30_000
  private var tries = 0

  mutating func handle(_ outcome: Outcome) -> Directive {
    tries += 1
    switch outcome {
    case .response(let status, _) where (200..<300).contains(status): return .done
    case .response(429, let seconds), .response(502, let seconds), .response(503, let seconds),
      .response(504, let seconds):
      return again(atLeastMilliseconds: min(seconds ?? 0, 30) * 1_000)
    case .response: return .drop
    case .unreachable: return again(atLeastMilliseconds: 0)
    }
  }

  private func again(atLeastMilliseconds: Int) -> Directive {
    guard tries < Self.triesAtMost else { return .drop }
    let backoff = min(500 << tries, Self.waitMillisecondsAtMost)
    return .wait(milliseconds: max(atLeastMilliseconds, backoff))
  }
}
