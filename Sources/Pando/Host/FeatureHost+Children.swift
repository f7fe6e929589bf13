import PandoHosting

// What lives inside the feature.
extension FeatureHost {
  /// Returns whether the incarnation that sent an action is still there. One that this host has not
  /// heard of sent it on another worker; then the state tells.
  @inline(__always)
  func isLiving(_ origin: Origin) -> Bool {
    origin == .feature || isChildLiving(origin)
  }

  private func isChildLiving(_ origin: Origin) -> Bool {
    if let known = incarnations[origin.rawValue] { return !known.isEnded }
    guard let steps = root.locate(origin.rawValue, below: tree.token, state) else { return false }
    var incarnation = tree
    for step in steps {
      let child =
        incarnation.child(step)
        ?? incarnation.makeChild(step, token: step.token(below: incarnation.token))
      incarnations[child.token] = child
      incarnation = child
    }
    return true
  }

  func end(_ incarnation: Incarnation) {
    func forget(_ incarnation: Incarnation) {
      incarnation.isGone = true
      if incarnations[incarnation.token] === incarnation {
        incarnations[incarnation.token] = nil
      }
    }
    session.change(effects) { _ in
      forget(incarnation)
      incarnation.forEachDescendant(forget)
      effects.runningIfAny?.cancelAll(from: incarnation)
    }
  }
}
