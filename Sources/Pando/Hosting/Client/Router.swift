import PandoHosting
import PandoWire

/// Collects the lanes that one action is for.
final class Router {
  unowned let driver: any LaneDriver

  /// Whether the action is about to be dispatched, so that it must be encoded.
  @exclusivity(unchecked)
  var encodes = false
  @exclusivity(unchecked)
  private(set) var lanes = LaneList()
  @exclusivity(unchecked)
  private(set) var encodedActions: [ByteString] = []
  @exclusivity(unchecked)
  private var writer = WireWriter()

  init(driver: any LaneDriver) {
    self.driver = driver
  }

  func begin(encoding: Bool) {
    encodes = encoding
    lanes = LaneList()
    encodedActions.removeAll(keepingCapacity: true)
  }

  /// The bytes of an action; nil when only lanes are asked for.
  func encode<Action: Encodable>(_ action: Action) throws(WireError) -> ByteString? {
    guard encodes else { return nil }
    writer.removeAll()
    try WireEncoder.encode(action, into: &writer)
    return writer.withBytes { ByteString(copying: $0) }
  }

  func add(_ lane: AnyLane, _ encoded: ByteString?) {
    lanes.append(lane)
    if let encoded { encodedActions.append(encoded) }
  }

  /// The incarnation of a child, made if nothing depended on it so far.
  func child(_ step: IncarnationStep, of incarnation: Incarnation) -> Incarnation {
    incarnation.child(step) ?? incarnation.makeChild(step, token: 0)
  }
}
