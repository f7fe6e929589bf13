import PandoBase
import PandoWire
import Synchronization

/// The encoding of one state for a worker, which will name its locations.
final class SharedEncoding: Sendable {
  static let ofThread = ThreadLocal<SharedEncoding>()

  /// That which runs in this thread.
  static var current: SharedEncoding? { ofThread.value }

  private struct Locations: Sendable {
    /// The shared values in the state.
    var held: Set<ObjectIdentifier> = []
    /// The wholes that parts in the state belong to, near and far.
    var wholes: Set<ObjectIdentifier> = []
  }

  private let locations = Mutex(Locations())

  /// Lets the worker name a location. Refuses one that is there as a part and as a whole: the worker
  /// has a copy of each, and a change of one is not seen in the other.
  func add<Value>(_ location: any SharedLocation<Value>) throws(WireError) {
    let isClear = locations.withLock { locations in
      let id = ObjectIdentifier(location)
      guard locations.held.insert(id).inserted else { return true }
      if locations.wholes.contains(id) { return false }
      var whole = location.whole
      while let next = whole {
        let id = ObjectIdentifier(next)
        if locations.held.contains(id) { return false }
        locations.wholes.insert(id)
        whole = next.whole
      }
      return true
    }
    guard isClear else { throw WireError(.misuse(Self.overlap(Value.self))) }
    location.links.register(location)
  }

  private static func overlap(_ type: Any.Type) -> String {
    """
    the state of a hosted feature holds a shared value and a part of it, of which one is the \
    "\(type)" here; a worker would have a copy of each, and a change of one would be lost in the \
    other. Give the state only the whole, and reach the part through it
    """
  }

  /// Refuses what a worker cannot name: a part of a copy.
  static func refusePart<Value>(_ location: any SharedLocation<Value>) throws(WireError) {
    guard location.whole != nil, location.root.isCopy else { return }
    throw WireError(
      .misuse(
        """
        a hosted feature made a part of a shared value, a "\(Value.self)", a shared value of its own, \
        which the process of the store would not know for a part. Have the state hold the part from \
        the beginning, in place of the whole, or pass the whole on
        """))
  }
}
