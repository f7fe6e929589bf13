/// The kinds of problems that a cluster tells of, each with its severity while it lasts, and what to do about it.
package enum ProblemKind: String, CaseIterable, Sendable {
  // Of the registry.
  case registryAway, leaderless
  // Of a worker, as its coordinator sees it.
  case dead, distrusted, replaced, suspected, silent, addressLost, overdue, memory, clock
  // Of a process, as it finds them itself.
  case hanging, waiting, squashing, growing, disk, log, key, unserved
  // Of the workers together, and of who comes.
  case builds, unplaced, refused

  /// True where processes find it themselves.
  package var isOfProcess: Bool {
    switch self {
    case .hanging, .waiting, .squashing, .growing, .disk, .log, .key, .unserved: true
    case .registryAway, .leaderless, .dead, .distrusted, .replaced, .suspected, .silent,
      .addressLost, .overdue, .memory, .clock, .builds, .unplaced, .refused:
      false
    }
  }

  /// True for something that happened; the others go on.
  package var isEvent: Bool { [.dead, .distrusted, .replaced, .refused].contains(self) }

  /// True where something has stopped working. The others work, or will not for long.
  package var isCritical: Bool {
    switch self {
    case .registryAway, .leaderless, .dead, .distrusted, .suspected, .silent, .addressLost,
      .hanging,
      .unplaced:
      true
    case .replaced, .overdue, .memory, .clock, .waiting, .squashing, .growing, .disk, .log, .key,
      .unserved, .builds, .refused:
      false
    }
  }

  /// The remedy, in a sentence.
  package var advice: String {
    switch self {
    case .registryAway:
      "Look at the servers of the registry. Children that run go on; new workers join once it answers."
    case .leaderless:
      "If it stays so for ten seconds, look at the logs of the coordinators and at the registry."
    case .dead:
      "Look at its log and its machine: it has ended, hangs or is stopped. Start it again. One that is to go, end by "
        + "SIGTERM."
    case .distrusted:
      "Stop the worker; or, if it is to stay, have the coordinator's keyring trust its key (pando keys trust)."
    case .replaced:
      "Give each worker an endpoint of its own (--advertise). If only one has it, that restarts: look at its log."
    case .suspected:
      "Check that the machines of the programs reach its endpoint. It gets no children until its next beat."
    case .silent:
      "See whether it is stopped, its machine stalls, or the network is cut. It is taken for dead if it goes on."
    case .addressLost:
      "Restart it: its socket is gone, or another process has its address."
    case .overdue:
      "Start another worker that hosts its children, or end this one: they then wait for a worker."
    case .memory:
      "Start a worker on another machine. This one takes new children last."
    case .clock:
      "Have both machines keep their time by NTP."
    case .hanging:
      "Have the reducer do less in one action, or move the work into an effect. At its timeout the worker is ended."
    case .waiting:
      "Start more workers, host the feature in more children, or have its reducer do less in one action."
    case .squashing:
      "A parent changes the child's state in the same action. Let the child change it, or send it an action."
    case .growing:
      "Drain and restart it before its memory is gone. Hosted on a worker of its own, the feature that leaks shows."
    case .disk:
      "Make room: sockets, logs and crash reports need it."
    case .log:
      "See where its standard error goes: the disk is full, or the reader is gone or slow."
    case .key:
      "Add the role to the key where its keyring is made (pando keys trust). Its log has the command."
    case .unserved:
      "Give it another address, or end the process that has it, and restart."
    case .builds:
      "If no roll-out is under way, bring the workers to one build."
    case .unplaced:
      "Start a worker that hosts it, or mend the reason."
    case .refused:
      "If it is to be let in, give it a key that is trusted here. Otherwise stop it."
    }
  }
}
