extension PoolSeats {
  struct Member {
    enum Phase: Equatable {
      case starting
      case ready
      case gone(wasReady: Bool)
    }

    let seat: Int
    let startedAt: Int
    var phase = Phase.starting
    /// True if the store was told of it.
    var hadLane = false
    /// The number of lanes that it had when it took no more.
    var lostLaneCount = 0
    var features: Set<FeatureDescriptor> = []
    var traits = WorkerTraits.none
    var hasProcess: Bool
    var hasLink = true
    /// Why its link ended.
    var linkReason: String?
    /// When a process that drains is ended, if it has not ended by itself.
    var endAt: Int?
    /// When the process is killed, if it has not ended by itself.
    var killAt: Int?
    var found: Placement?
    /// Set while its lanes are to go on elsewhere.
    var drain: Drain?
    /// True if people were told that it drains, and that lanes of it have nowhere to go.
    var hasToldOfDrain = false
    var hasToldOfNowhere = false

    /// True if the store may know the member.
    var wasReady: Bool { phase == .ready || phase == .gone(wasReady: true) }
    var isGone: Bool { if case .gone = phase { true } else { false } }
    /// True if it takes lanes that are not to be alone.
    var isShared: Bool { phase == .ready && drain == nil && seat != PoolSeats.quarantine }
  }

  /// The end of a member's use: it has lanes that are to go on elsewhere.
  struct Drain: Equatable {
    /// Until when effects that run on it may come to their ends.
    let deadline: Int
    /// True if the deadline has passed, and lanes move with what they run.
    var isLate = false
  }

  struct Seat {
    enum State: Equatable {
      case idle
      case taken(MemberID)
      case pausing(until: Int)
      case failed(reason: String)
    }

    let name: String
    var state = State.idle
    var backoff = RestartBackoff()
    var intensity: RestartIntensity
    /// Why the last of too many processes ended that never answered.
    var spentReason: String?
    /// Why the last process that was started ended before it was ready; nil once one is.
    var startProblem: String?
    /// True if lanes are to wait for its first worker.
    var isAwaited: Bool
    /// True if it had a worker before.
    var hadMember = false
    /// The process that had it, and still drains.
    var outgoing: MemberID?
  }

  /// The consequence of a start that failed.
  enum FailedStart {
    /// No worker could ever be started, for this reason.
    case noneStarts(String)
    /// Another is started.
    case again(isFirst: Bool, isTooMany: Bool)
  }
}
