package import PandoHosting

/// The loss of a worker as the store saw it, before it is put into words.
package struct HostingLoss: Sendable {
  struct Reduced: Sendable {
    let lane: LaneCard
    let action: @Sendable () -> String
  }

  let worker: String
  let end: LinkEnd
  let reason: String
  package var laneCount: Int
  package let lanes: [LaneCard]
  let reducing: [Reduced]
  let culprit: (lane: LaneCard, effect: String?)?

  init(
    worker: String, end: LinkEnd, reason: String, laneCount: Int, lanes: [LaneCard],
    reducing: [Reduced], culprit: (lane: LaneCard, effect: String?)? = nil
  ) {
    self.culprit = culprit
    self.worker = worker
    self.end = end
    self.reason = reason
    self.laneCount = laneCount
    self.lanes = lanes
    self.reducing = reducing
  }

  /// The loss of a worker that had nothing.
  package init(idle worker: String, _ end: LinkEnd, reason: String) {
    self.init(
      worker: worker, end: end, reason: reason, laneCount: 0, lanes: [], reducing: [])
  }

  /// The number of lanes that are named.
  package static let lanesAtMost = 256

  /// The same in words. Calls users' code, so never under a lock.
  package var described: HostedWorkerLoss {
    HostedWorkerLoss(
      worker: worker, cause: HostedWorkerLoss.Cause(end), reason: reason,
      culprit: culprit.map { HostedWorkerLoss.Culprit(child: $0.lane.name, effect: $0.effect) },
      childCount: laneCount,
      children: lanes.map(\.name),
      reducing: reducing.map {
        HostedWorkerLoss.Reduced(child: $0.lane.name, action: $0.action())
      })
  }
}

extension HostedWorkerLoss.Cause {
  init(_ end: LinkEnd) {
    switch end {
    case .died: self = .died
    case .crashed: self = .crashed
    case .killed: self = .killed
    case .hung: self = .hung
    case .refused, .overran: self = .refused
    case .left: self = .left
    }
  }
}
