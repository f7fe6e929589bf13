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
    workers: [HostedWorker], children: [HostedChild], ledger: [FeatureLedger] = [],
    commits: [PageDocument.Commit] = [], events: [PageDocument.Event]
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
    document.costs = Self.costs(ledger)
    document.commits = commits
    document.events = events.reversed()
    return document
  }

  /// The number of kinds of actions whose costs are shown.
  private static let costsAtMost = 200

  private static func costs(_ ledger: [FeatureLedger]) -> [PageDocument.Cost] {
    let costs = ledger.flatMap { feature in
      feature.actions.map { action in
        let (seconds, attoseconds) = action.processorTime.components
        return PageDocument.Cost(
          feature: feature.feature, action: action.name, count: Int(clamping: action.count),
          milliseconds: Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
      }
    }
    return Array(costs.sorted { $0.milliseconds > $1.milliseconds }.prefix(costsAtMost))
  }

  private static func worker(_ worker: HostedWorker) -> PageDocument.Worker {
    let state = worker.state.shown
    var shown = PageDocument.Worker(
      id: worker.name, name: worker.name, state: state.word, processID: worker.processID,
      children: worker.childCount)
    shown.restarts = worker.restartCount
    shown.commits = Int(clamping: worker.commitCount)
    shown.problem = state.reason ?? worker.lastProblem
    shown.sandbox = worker.sandbox.map { sandbox in
      (["sandbox: \(sandbox)"] + worker.unenforced).joined(separator: "; ")
    }
    shown.processorSeconds = worker.processorTime.map { Int($0.components.seconds) }
    shown.residentMebibytes = worker.residentBytes.map { $0 >> 20 }
    return shown
  }

  private func child(_ child: HostedChild) -> PageDocument.Child {
    let standing = child.standing.shown
    return PageDocument.Child(
      id: child.id, feature: child.feature, identities: child.identities, standing: standing.word,
      worker: child.worker, processID: child.processID, uncommitted: child.uncommittedCount,
      inFlight: child.inFlightCount, window: child.window, effects: child.effectCount,
      placements: Int(clamping: child.placementCount), restarts: Int(clamping: child.restartCount),
      problem: standing.reason ?? child.lastProblem,
      showsState: shownFeatures.contains(child.feature))
  }
}

extension HostedWorker.State {
  /// The state as a page shows it: a word, and the reason where the state has one.
  fileprivate var shown: (word: String, reason: String?) {
    switch self {
    case .starting: ("starting", nil)
    case .ready: ("ready", nil)
    case .draining: ("draining", nil)
    case .restarting: ("restarting", nil)
    case .failed(let reason): ("failed", reason)
    }
  }
}

extension HostedChild.Standing {
  /// The standing as a page shows it: in words, and the reason where the standing has one.
  fileprivate var shown: (word: String, reason: String?) {
    if case .unhostable(let reason) = self { return (word, reason) }
    return (word.replacing("_", with: " "), nil)
  }
}
