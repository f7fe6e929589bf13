import Distributed
import Synchronization

/// The actors that live in this process, by name.
///
/// It does not keep them alive: whoever made an actor holds it for as long as it is to be called.
final class ActorDirectory: Sendable {
  /// An actor that can be called, and what the names of all its targets begin with.
  struct Entry {
    private(set) weak var actor: (any DistributedActor)?
    let targetPrefix: String

    init<Act: DistributedActor>(_ actor: Act) {
      self.actor = actor
      targetPrefix = "$s" + (_mangledTypeName(Act.self) ?? "")
    }

    /// Whether a target is a distributed function of this very actor's type.
    ///
    /// The runtime finds a function by its name alone and does not look at the actor, so a peer
    /// that names a function of another type would have it run on this one's memory.
    func hasTarget(_ target: String) -> Bool {
      target.hasPrefix(targetPrefix) && targetPrefix.count > 2 && target.hasSuffix("TE")
        && target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
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
    state.withLock { $0.entries[name] = Entry(actor) }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.entries[name] = nil
      state.reserved.remove(name)
    }
  }

  /// Nil when there is none, or it has gone.
  func entry(_ name: String) -> (actor: any DistributedActor, entry: Entry)? {
    state.withLock { state in
      guard let entry = state.entries[name], let actor = entry.actor else { return nil }
      return (actor, entry)
    }
  }
}
