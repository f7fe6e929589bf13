import PandoHosting

// What the client reduced in place of a worker.
extension HostedNode: ClientCommitting {
  func lane(
    for commit: ClientCommit, of incarnation: Incarnation, _ driver: any LaneDriver
  ) -> AnyLane {
    incarnation.lane(at: site)
      ?? makeLane(of: incarnation, base: commit.base, state: nil, driver)
  }

  func deliver(_ commit: ClientCommit, to lane: AnyLane, isCancelled: Bool) {
    unsafeDowncast(lane, to: Lane<State, Action>.self)
      .commitByClient(commit, isCancelled: isCancelled)
  }
}
