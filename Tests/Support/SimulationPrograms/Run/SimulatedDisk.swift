import Pando
import PandoSimulation
import PandoWire

/// A disk on virtual time, on which a client has its journal: what is handed over is on it some time later, unless the
/// client has ended by then.
final class SimulatedDisk: @unchecked Sendable {
  // One thread has a simulation.
  /// The number of commits that are on it.
  private(set) var version: UInt64 = 0
  private var state: [UInt8]
  private var owed: [[UInt8]] = []
  /// The group that is being written.
  private var group: CommittedGroup?
  private let microseconds: Int
  private let world: SimulatedWorld
  private weak var store: (any JournaledStore)?
  private var isGone = false
  /// Called when a group is handed over, with the store's lock held.
  var onGroup: (() -> Void)?
  /// The first thing that was wrong with a group.
  private(set) var violation: String?

  init(_ microseconds: Int, _ world: SimulatedWorld) {
    self.microseconds = microseconds
    self.world = world
    do {
      state = try WireEncoder.encode(Root.State())
    } catch {
      preconditionFailure("a root's state can be encoded: \(error)")
    }
  }

  func makeJournal() -> StoreJournal<Root.State, Root.Action> {
    StoreJournal(
      version: version, latest: state, makesRoomByItself: false, write: { [self] in write($0) },
      fail: { [self] in violation = "the state cannot be encoded: \($0)" }, end: {})
  }

  func begin(with store: any JournaledStore) { self.store = store }

  /// The client is killed: what is not on it now never will be, but for the group that is being written.
  func vanish(keepingGroup keepsGroup: Bool = false) {
    if isGone { return }
    isGone = true
    if keepsGroup { keepGroup() }
  }

  /// The disk as the next client finds it.
  func reopened() -> SimulatedDisk {
    let disk = SimulatedDisk(microseconds, world)
    (disk.version, disk.state, disk.owed) = (version, state, owed)
    disk.violation = violation
    return disk
  }

  private func write(_ group: CommittedGroup) {
    if isGone { return }
    if self.group != nil { violation = "two groups are written at a time" }
    self.group = group
    onGroup?()
    world.time.after(world.number(1...microseconds)) { [self] in
      if isGone { return }
      keepGroup()
      store?.noteDurable(wantsSnapshot: world.number(1...8) == 1)
    }
  }

  private func keepGroup() {
    guard let group else { return }
    self.group = nil
    do throws(WireError) {
      if group.version != version { violation = "group \(group.version) follows \(version)" }
      try group.patch.apply(to: &state)
      if let snapshot = group.snapshot, snapshot != state {
        violation = "a snapshot is another state"
      }
      version += group.commitCount
      owed = group.owed
    } catch {
      violation = "a group does not fit: \(error)"
    }
  }

  /// Returns what a client goes on with: the state, and the actions that are owed.
  func contents() throws(WireError) -> (state: Root.State, owed: [Root.Action]) {
    var actions: [Root.Action] = []
    for bytes in owed { actions.append(try WireDecoder.decode(Root.Action.self, from: bytes)) }
    return (try WireDecoder.decode(Root.State.self, from: state), actions)
  }

  /// Returns what is wrong with what is on it, of a store that had these states.
  func violation(of states: [Root.State]) -> String? {
    if let violation { return violation }
    guard version <= states.count else {
      return "\(version) commits are on disk, of \(states.count)"
    }
    let expected = version == 0 ? Root.State() : states[Int(version) - 1]
    do throws(WireError) {
      let found = try WireDecoder.decode(Root.State.self, from: state)
      return found == expected ? nil : "on disk is another state than that of commit \(version)"
    } catch {
      return "what is on disk cannot be read: \(error)"
    }
  }
}
