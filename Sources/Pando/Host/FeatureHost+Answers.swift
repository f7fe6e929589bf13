import PandoCasePaths
import PandoHosting
import PandoWire

extension FeatureHost {
  /// Returns what an action brings its client that changed the state like this.
  func describe(
    _ held: UncommittedEffects<Action>?, _ patch: Patch
  ) throws(WireError) -> HostedResult {
    let plan = held?.plan
    var effectCount = 0
    var awaitsCommit = plan?.ended.isEmpty == false || held?.printouts.isEmpty == false
    var sends: [HostedAction] = []
    var cancels: [[UInt8]] = []
    for operation in plan?.operations ?? [] {
      switch operation {
      case .send(let action, _, let incarnation):
        let bytes = ByteString(try WireEncoder.encode(action))
        sends.append(HostedAction(origin: Origin(rawValue: incarnation.token), bytes: bytes))
      case .start:
        effectCount += 1
        awaitsCommit = true
      case .cancel(let id, let scope, _):
        awaitsCommit = true
        if scope === tree, id.mayCross { cancels.append(EncodedCancelID(id).bytes) }
      case .cancelEncoded, .hosted:
        break  // A hosted feature builds its tree without hosting.
      }
    }
    if sends.count > HostedResult.sendsAtMost || cancels.count > HostedResult.cancelsAtMost {
      throw WireError(
        .rejected(
          """
          an action sent \(sends.count) actions and cancelled \(cancels.count) identities, of at most \
          \(HostedResult.sendsAtMost) and \(HostedResult.cancelsAtMost)
          """), offset: 0)
    }
    return HostedResult(
      patch: patch, effectCount: effectCount, awaitsCommit: awaitsCommit, sends: sends,
      cancels: cancels, warnings: pass.takeWarnings())
  }

  /// The action whose processor time was to be taken has been reduced.
  func spend(since start: UInt64, on action: Action) {
    let name = enumCaseName(of: action) ?? "action"
    session.spend(samplers.costs.end(start), on: name, of: samplers.feature)
  }
}
