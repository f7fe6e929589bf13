/// One place of a pool, as people see it.
package struct PoolStatus: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case starting
    case ready
    case draining
    case restarting
    case failed(reason: String)
  }

  package let name: String
  package let state: State
  package let member: MemberID?
  package let laneCount: Int
  /// Why the last worker that was started for the place ended before it was ready; nil once one is.
  package let startProblem: String?
}

extension PoolMachine {
  package var status: [PoolStatus] {
    seats.seats.sorted { $0.key < $1.key }.flatMap { number, seat in
      [
        seat.outgoing.map { seats.status(ofOutgoing: $0, seat, lanes) },
        seats.status(of: number, seat, lanes),
      ].compactMap { $0 }
    }
  }

  /// The number of lanes that a member has; 0 where it is gone.
  package func laneCount(of member: MemberID) -> Int { lanes.lanes(of: member).count }

  /// The state of a member, in a word.
  package func standing(of id: MemberID) -> String {
    guard let member = seats[id] else { return "unknown" }
    if member.isGone { return "gone" }
    return "\(member.phase), \(laneCount(of: id) == 0 ? "idle" : "with lanes")"
  }

  /// The state of a lane, in a word.
  package func standing(of lane: LaneID) -> String { lanes[lane]?.state.standing ?? "unknown" }
}

extension PoolSeats {
  fileprivate func status(
    ofOutgoing member: MemberID, _ seat: Seat, _ lanes: PoolLanes
  ) -> PoolStatus {
    PoolStatus(
      name: seat.name, state: .draining, member: member,
      laneCount: lanes.lanes(of: member).count, startProblem: nil)
  }

  fileprivate func status(of number: Int, _ seat: Seat, _ lanes: PoolLanes) -> PoolStatus? {
    if number == Self.quarantine, seat.state == .idle { return nil }
    let member: MemberID? = if case .taken(let member) = seat.state { member } else { nil }
    let state: PoolStatus.State =
      switch seat.state {
      case .failed(let reason): .failed(reason: reason)
      case .pausing: .restarting
      case .idle: .starting
      case .taken(let member):
        switch members[member]?.phase {
        case .ready: members[member]?.drain == nil ? .ready : .draining
        case .gone: .restarting
        case .starting, nil: seat.hadMember ? .restarting : .starting
        }
      }
    return PoolStatus(
      name: seat.name, state: state, member: member,
      laneCount: member.map { lanes.lanes(of: $0).count } ?? 0, startProblem: seat.startProblem)
  }
}

extension PoolLanes.State {
  fileprivate var standing: String {
    switch self {
    case .waiting: "waiting"
    case .bound: "bound"
    case .announced: "announced"
    case .on: "on"
    case .resting: "resting"
    case .refused: "refused"
    }
  }
}
