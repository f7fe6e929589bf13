import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

extension PoolBackend {
  /// So many workers that are not trusted are passed over for one lane.
  private static let distrustedAtMost = 32

  /// Asks the coordinator for a worker that the keyring trusts.
  func find(
    _ lane: LaneID, _ wish: PlacementWish, _ avoided: Set<WorkerID>,
    _ client: CoordinatorClient
  ) {
    ControlExecutor.run { [self] in
      var avoided = avoided
      var distrust: Distrust?
      for _ in 0..<Self.distrustedAtMost {
        do {
          let placement = try await client.place(wish, avoiding: avoided)
          client.noteAnswer()
          distrust = why(placement)
          guard let distrust else { return handle(.found(lane, placement)) }
          logger.debug("\(distrust.reason)")
          avoided.insert(placement.worker)
        } catch {
          client.noteAbsence(error)
          // Where others were passed over, that is why there is none.
          let reason = distrust?.reason ?? "\(error)"
          guard case .refused? = error as? ControlError else {
            return handle(.unanswered(lane, reason: reason))
          }
          return handle(.notFound(lane, reason: reason))
        }
      }
      handle(.notFound(lane, reason: distrust?.reason ?? "no worker is trusted"))
    }
  }

  /// Why a worker may not be used; nil when it may.
  private func why(_ placement: Placement) -> Distrust? {
    // What is no endpoint is told where it is used.
    guard let endpoint = try? Endpoint(placement.endpoint) else { return nil }
    do throws(Distrust) {
      _ = try keys.paths(to: endpoint, placement.key)
      return nil
    } catch {
      return error
    }
  }

  /// Cuts off the workers whose keys the keyring has no longer. Called on the keyring's thread.
  func distrust(_ keyring: Keyring) {
    let links = state.withLock { Array($0.links.values) }
    for link in links { link.cutOff(unlessTrustedBy: keyring) }
    loop.post(.distrust(keyring))
  }
}
