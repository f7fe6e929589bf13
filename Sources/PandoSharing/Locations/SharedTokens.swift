import Synchronization

/// The locations that workers may name.
enum SharedTokens {
  private struct Entry: Sendable {
    weak var location: (any SharedLocation)?
  }

  private static let entries = Mutex<[UInt64: Entry]>([:])

  static func register(_ location: any SharedLocation, as token: UInt64) {
    entries.withLock { $0[token] = Entry(location: location) }
  }

  static func location(_ token: UInt64) -> (any SharedLocation)? {
    entries.withLock { $0[token]?.location }
  }

  static func forget(_ token: UInt64) {
    // Another may go by the name by now. It is let go of outside the lock, which its end may take.
    _ = entries.withLock { entries -> (any SharedLocation)? in
      if let location = entries[token]?.location { return location }
      entries[token] = nil
      return nil
    }
  }
}
