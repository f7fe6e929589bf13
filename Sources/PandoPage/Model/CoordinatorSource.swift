import Foundation
import PandoCluster
import Synchronization

/// A page about the coordinator of this process.
final class CoordinatorSource: PageSource {
  private let view: CoordinatorView
  private let model: Mutex<ClusterPageModel>
  private let lanes: LaneLooks

  init(_ view: CoordinatorView, hasOperator: Bool) {
    self.view = view
    lanes = LaneLooks(ask: { view.waitForLanes(of: $0) })
    model = Mutex(ClusterPageModel(hasOperator: hasOperator))
  }

  func remember() async {
    guard let look = await view.look() else { return }
    let now = Int(Date().timeIntervalSince1970 * 1_000)
    model.withLock { $0.remember(look.status.workers, atMilliseconds: now) }
  }

  func document() async -> PageDocument? {
    guard let look = await view.look() else { return nil }
    let now = Int(Date().timeIntervalSince1970 * 1_000)
    var document = model.withLock {
      $0.document(look, host: ProcessIdentity.hostName, atMilliseconds: now)
    }
    document.lanes = lanes.look(at: look.status.workers)
    return document
  }

  func drain(_ worker: String, withinMilliseconds milliseconds: Int) async throws -> String {
    let drained = try await view.drain(worker, withinMilliseconds: milliseconds)
    let children = drained.lanes == 1 ? "1 child moves" : "\(drained.lanes) children move"
    return "\(drained.name) drains: \(children) to other workers."
  }

  func undrain(_ worker: String) async throws -> String {
    "\(try await view.undrain(worker).name) is in service again."
  }
}
