/// One place of a pool, as people see it.
package struct PoolStatus: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case starting
    case ready
    case restarting
    case failed(reason: String)
  }

  package let name: String
  package let state: State
  package let member: MemberID?
  package let laneCount: Int
}
