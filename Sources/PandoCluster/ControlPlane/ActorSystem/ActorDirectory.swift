import Distributed
import Synchronization

/// The actors that live in this process, by name.
///
/// It does not keep them alive: whoever made an actor holds it for as long as it is to be called.
final class ActorDirectory: Sendable {
  private struct Entry {
    weak var actor: (any DistributedActor)?
  }

  private struct State {
    var reserved: Set<String> = []
    var entries: [String: Entry] = [:]
    var made = 0
  }

  private let state = Mutex(State())

  /// A name that no other actor has here.
  func reserveName<Act: DistributedActor>(for type: Act.Type) -> String {
    state.withLock { state in
      let name: String
      if let named = type as? any NamedActor.Type {
        name = named.actorName
        precondition(
          !state.reserved.contains(name), "a process has one actor \"\(name)\" at most, at a time")
      } else {
        state.made += 1
        name = "\(type)-\(state.made)"
      }
      state.reserved.insert(name)
      return name
    }
  }

  func add<Act: DistributedActor>(_ actor: Act, name: String) {
    state.withLock { $0.entries[name] = Entry(actor: actor) }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.entries[name] = nil
      state.reserved.remove(name)
    }
  }

  /// Nil when there is none, or it has gone.
  subscript(name: String) -> (any DistributedActor)? {
    state.withLock { $0.entries[name]?.actor }
  }
}
