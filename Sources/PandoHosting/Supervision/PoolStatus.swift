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
}

extension PoolMachine {
  /// The state of a member, in a word.
  package func standing(of id: MemberID) -> String {
    guard let member = members[id] else { return "unknown" }
    if member.phase == .gone { return "gone" }
    return "\(member.phase), \(member.lanes.isEmpty ? "idle" : "with lanes")"
  }

  /// The state of a lane, in a word.
  package func standing(of lane: LaneID) -> String {
    switch lanes[lane]?.state {
    case nil: "unknown"
    case .waiting: "waiting"
    case .bound: "bound"
    case .announced: "announced"
    case .on: "on"
    case .resting: "resting"
    case .refused: "refused"
    }
  }
}
