import Synchronization

/// The locations that workers may name.
enum SharedTokens {
  private struct Entry: Sendable {
    weak var location: (any SharedLocation)?
  }

  private static let entries = Mutex<[UInt64: Entry]>([:])

  /// Lets a location be found by a name, unless another one that is in use goes by it.
  static func register(_ location: any SharedLocation, as token: UInt64) {
    // The other one is let go of outside the lock, which its end may take.
    _ = entries.withLock { entries -> (any SharedLocation)? in
      if let other = entries[token]?.location { return other }
      entries[token] = Entry(location: location)
      return nil
    }
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
