import PandoHosting

/// Collects the lanes that one action is for.
final class Router {
  unowned let driver: any LaneDriver

  /// Whether the action is about to be dispatched, so that it must be encoded.
  var encodes = false
  private(set) var lanes = LaneList()
  private(set) var encodedActions: [[UInt8]] = []

  init(driver: any LaneDriver) {
    self.driver = driver
  }

  func begin(encoding: Bool) {
    encodes = encoding
    lanes = LaneList()
    encodedActions.removeAll(keepingCapacity: true)
  }

  func add(_ lane: AnyLane, _ encoded: [UInt8]?) {
    lanes.append(lane)
    if let encoded { encodedActions.append(encoded) }
  }

  /// The incarnation of a child, made if nothing depended on it so far.
  func child(_ step: IncarnationStep, of incarnation: Incarnation) -> Incarnation {
    incarnation.child(step) ?? incarnation.makeChild(step, token: 0)
  }
}
