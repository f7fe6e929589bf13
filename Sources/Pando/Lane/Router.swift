import PandoHosting
import PandoWire

/// Collects the lanes that one action is for.
final class Router {
  unowned let driver: any LaneDriver

  /// Why a hosted feature that the action is for cannot be reached, if that is so.
  var problem: RouteProblem?

  /// True if the action is for a hosted child that is not there.
  var isChildMissing = false

  /// True if the action is about to be dispatched, so that it must be encoded.
  private var encodes = false
  /// True if the walk is for an action that is about to be dispatched, not for a comparison.
  var isDispatching: Bool { encodes }
  @exclusivity(unchecked)
  private(set) var lanes = LaneList()
  @exclusivity(unchecked)
  private(set) var encodedActions: [ByteString] = []
  @exclusivity(unchecked)
  private var writer = WireWriter()
  /// The lanes that an earlier walk found, while another only compares.
  private var expected: LaneList?
  private var foundCount = 0
  private var isAsExpected = true

  init(driver: any LaneDriver) {
    self.driver = driver
  }

  // MARK: - Guesses

  /// True if only the state tells for whom the action is.
  var isUnsure = false
  /// Alive until the guess is taken, as its incarnation holds it and nothing ends that meanwhile.
  private var guessedLane: Unmanaged<AnyLane>?

  /// Takes a lane and the action for it; returns false when the action cannot be encoded.
  func guess<Action>(_ lane: AnyLane, _ action: Action, _ coding: ValueCoding<Action>) -> Bool {
    // An action for two is none for a run.
    if guessedLane != nil { return false }
    writer.removeAll()
    let isWritten: Void? = withUnsafePointer(to: action) {
      try? coding.encode(UnsafeMutablePointer(mutating: $0), &writer)
    }
    guard isWritten != nil else { return false }
    guessedLane = .passUnretained(lane)
    return true
  }

  /// The lane that was guessed; nil when the action is for none.
  func takeGuess() -> Unmanaged<AnyLane>? { guessedLane.take() }

  /// The action for the lane that was guessed, encoded.
  var guessedBytes: ByteString { written }

  // MARK: - Lanes

  /// Collects lanes from here on, and encodes the action for each.
  func begin() {
    encodes = true
    problem = nil
    isChildMissing = false
    lanes = LaneList()
    encodedActions.removeAll(keepingCapacity: true)
  }

  /// Takes the lanes that were collected, so that none of them is kept for longer than its child.
  func takeLanes() -> LaneList {
    var taken = LaneList()
    swap(&taken, &lanes)
    return taken
  }

  /// Returns whether a walk finds these very lanes.
  @inline(__always)
  func finds(_ lanes: LaneList, _ walk: () -> Void) -> Bool {
    encodes = false
    problem = nil
    expected = lanes
    foundCount = 0
    isAsExpected = true
    walk()
    expected = nil
    return isAsExpected && foundCount == lanes.count
  }

  // MARK: - Origins

  /// Asked by a walk instead.
  private var question: HostOrigin?
  @inline(__always)
  var isAsking: Bool { question != nil }
  private var isAnsweredYes = false

  /// Returns whether a walk comes to the hosted feature that an action is from, and the child
  /// inside it is still there.
  func isLiving(_ origin: HostOrigin, _ walk: () -> Void) -> Bool {
    question = origin
    isAnsweredYes = false
    walk()
    question = nil
    return isAnsweredYes
  }

  func isAsked(of lane: AnyLane?) -> Bool {
    lane != nil && question?.lane == lane?.id
  }

  func answer(_ isThere: (Origin) -> Bool) {
    if let question { isAnsweredYes = isThere(question.origin) }
  }

  /// The bytes of an action; nil when only lanes are asked for.
  func encode<Action: Encodable>(_ action: Action) throws(WireError) -> ByteString? {
    guard encodes else { return nil }
    try write(action)
    return written
  }

  @inline(__always)
  private func write<Action: Encodable>(_ action: Action) throws(WireError) {
    writer.removeAll()
    try WireEncoder.encode(action, into: &writer)
  }

  /// The action that was encoded last.
  private var written: ByteString { writer.withBytes { ByteString(copying: $0) } }

  func add(_ lane: AnyLane, _ encoded: ByteString?) {
    if let expected {
      isAsExpected = isAsExpected && expected.isLane(lane, at: foundCount)
      foundCount += 1
      return
    }
    lanes.append(lane)
    if let encoded { encodedActions.append(encoded) }
  }

  /// The incarnation of a child, made if nothing depended on it so far.
  func child(_ step: IncarnationStep, of incarnation: Incarnation) -> Incarnation {
    incarnation.child(step) ?? incarnation.makeChild(step, token: 0)
  }
}
