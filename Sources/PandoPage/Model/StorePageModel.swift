package import Pando

/// Makes the document of a page from what a store knows. Pure: the time is told to it.
package struct StorePageModel {
  /// The number of children that are shown; of more, those that most is to be done for.
  package static let childrenAtMost = 2_000

  private let process: PageDocument.Process
  private let shownFeatures: Set<String>

  /// - Parameter shownFeatures: The features whose states may be asked for.
  package init(process: PageDocument.Process, shownFeatures: Set<String>) {
    self.process = process
    self.shownFeatures = shownFeatures
  }

  /// Returns what the page shows.
  package func document(
    workers: [HostedWorker], children: [HostedChild], events: [PageDocument.Event]
  ) -> PageDocument {
    var document = PageDocument(kind: .program, process: process)
    document.workers = workers.map(Self.worker)
    var shown = children
    if shown.count > Self.childrenAtMost {
      shown = Array(
        shown.sorted { ($1.uncommittedCount, $0.id) < ($0.uncommittedCount, $1.id) }
          .prefix(Self.childrenAtMost)
      ).sorted { $0.id < $1.id }
      document.childrenLeftOut = children.count - shown.count
    }
    document.children = shown.map(child)
    document.events = events.reversed()
    return document
  }

  private static func worker(_ worker: HostedWorker) -> PageDocument.Worker {
    var problem = worker.lastProblem
    let state: String
    switch worker.state {
    case .starting: state = "starting"
    case .ready: state = "ready"
    case .draining: state = "draining"
    case .restarting: state = "restarting"
    case .failed(let reason): (state, problem) = ("failed", reason)
    }
    var shown = PageDocument.Worker(
      id: worker.name, name: worker.name, state: state, processID: worker.processID,
      children: worker.childCount)
    shown.restarts = worker.restartCount
    shown.commits = Int(clamping: worker.commitCount)
    shown.problem = problem
    return shown
  }

  private func child(_ child: HostedChild) -> PageDocument.Child {
    var problem = child.lastProblem
    let standing: String
    switch child.standing {
    case .waiting: standing = "waiting"
    case .resting: standing = "resting"
    case .hosted: standing = "hosted"
    case .moving: standing = "moving"
    case .onTrial: standing = "on trial"
    case .unhostable(let reason): (standing, problem) = ("unhostable", reason ?? problem)
    case .inProcess: standing = "in process"
    case .ending: standing = "ending"
    }
    return PageDocument.Child(
      id: child.id, feature: child.feature, identities: child.identities, standing: standing,
      worker: child.worker, processID: child.processID, uncommitted: child.uncommittedCount,
      inFlight: child.inFlightCount, window: child.window, effects: child.effectCount,
      placements: Int(clamping: child.placementCount), restarts: Int(clamping: child.restartCount),
      problem: problem, showsState: shownFeatures.contains(child.feature))
  }
}
