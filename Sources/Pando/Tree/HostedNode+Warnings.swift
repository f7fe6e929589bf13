import PandoHosting

/// Warnings about how a feature is hosted.
extension HostedNode {
  /// Why an action for a child cannot go to a worker.
  @inline(never)
  func problem(of incarnation: Incarnation, _ error: any Error) -> RouteProblem {
    let child =
      incarnation.lane(at: site)?.card
      ?? LaneCard(id: 0, feature: feature.descriptor.name, path: incarnation.path)
    return RouteProblem(
      child, at: location,
      """
      "\(State.self)" or "\(Action.self)" at "\(location.fileID):\(location.line)" cannot be encoded: \
      \(error)
      """)
  }

  func warnOfDismissal(_ pass: Pass) {
    pass.warn(
      location,
      """
      The feature at "\(self.location.fileID):\(self.location.line)" stays, whatever its policy "onCrash: .dismiss" \
      wants: nobody presents it. Present it with "@Presents", or choose a policy that tells its parent.
      """)
  }

  func warnOfOrder(_ pass: Pass) {
    pass.warn(
      location,
      """
      A hosted feature at "\(self.location.fileID):\(self.location.line)" had its state changed by a reducer \
      that runs before it, in the same action.

      The action was reduced in this process, so that the result is right. To have it reduced by \
      the worker, let the parent's logic run after the child's: put it in the reducer that \
      "ifLet", "forEach" or "Scope" is applied to, or list it below.
      """)
  }

  func warnOfEncoding(_ error: any Error, _ pass: Pass) {
    pass.warn(
      location,
      """
      A hosted feature at "\(self.location.fileID):\(self.location.line)" has state or an action that cannot \
      be encoded: \(error)

      The action was reduced in this process, and its effects run here. Make every value of \
      "\(State.self)" and "\(Action.self)" encodable.
      """)
  }

  /// Tells once of classes in the state, which has no copies of them.
  func warnOfReferences(_ driver: any LaneDriver) {
    if isStateChecked { return }
    isStateChecked = true
    for (path, type) in mutableReferences(in: State.self) {
      let message = """
        A hosted feature at "\(location.fileID):\(location.line)" has a class in its state: \
        "\(State.self).\(path)" is a "\(type)".

        All states that the store keeps would share the object, and changes of it would be noticed late \
        or not at all; each action that comes back from a worker replaces it by another. Make "\(type)" \
        a struct, or keep what it holds in a dependency, or in a "@Shared" value.
        """
      driver.report { [location] in location.report(message) }
    }
  }
}
