import PandoHosting

/// Notes of what went wrong with a lane, and of what it owes its feature: few lanes ever have them.
final class LaneTrouble {
  var quarantineCount: UInt64 = 0
  /// The words of the last worker that could not host the lane.
  var refusal: String?
  /// Makes the action that tells the feature of effects lost with their worker, once it has another.
  var interrupted: (() -> (any Sendable)?)?
  /// The trackers of the actions whose effects were lost: they wait until that action is done.
  var interruptedTrackers: [ActionTracker] = []
  /// The identities whose effects the next worker is to cancel, of those that it is to start first.
  var cancels: [EncodedCancelID] = []
  /// The number of warnings of workers that are still reported: to report takes time, and a worker
  /// may lie.
  private var warningsLeft = 256

  /// Returns how many of so many warnings are reported.
  func takeWarnings(_ count: Int) -> Int {
    let taken = min(count, warningsLeft)
    warningsLeft -= taken
    return taken
  }
}

extension AnyLane {
  /// The notes of its trouble, which it has from now on.
  private var notedTrouble: LaneTrouble {
    if let trouble { return trouble }
    let made = LaneTrouble()
    trouble = made
    return made
  }

  var quarantineCount: UInt64 { trouble?.quarantineCount ?? 0 }

  func noteQuarantine() { notedTrouble.quarantineCount += 1 }

  /// The words of the last worker that could not host the lane.
  var refusal: String? {
    get { trouble?.refusal }
    set { notedTrouble.refusal = newValue }
  }

  /// Notes that effects of an identity are cancelled, which no worker has started yet.
  func noteCancel(_ id: EncodedCancelID) { notedTrouble.cancels.append(id) }

  /// Returns the identities that ``noteCancel(_:)`` noted, and forgets them.
  func takeCancels() -> [EncodedCancelID] {
    guard let trouble else { return [] }
    defer { trouble.cancels = [] }
    return trouble.cancels
  }

  /// Returns how many of so many warnings of its worker are reported.
  func takeWarnings(_ count: Int) -> Int {
    count == 0 ? 0 : notedTrouble.takeWarnings(count)
  }

  /// The actions whose effects were lost and that wait for what the feature starts in their place.
  var interruptedTrackers: [ActionTracker] { trouble?.interruptedTrackers ?? [] }

  /// Notes actions whose effects were lost with their worker. `action` makes the one that tells the feature.
  func noteInterruption(
    _ action: (() -> (any Sendable)?)?, trackers: [ActionTracker]
  ) {
    if let action { notedTrouble.interrupted = action }
    if !trackers.isEmpty { notedTrouble.interruptedTrackers += trackers }
  }

  /// Returns what ``noteInterruption(_:trackers:)`` noted, and forgets it.
  func takeInterruption() -> (action: (() -> (any Sendable)?)?, trackers: [ActionTracker]) {
    guard let trouble else { return (nil, []) }
    defer { (trouble.interrupted, trouble.interruptedTrackers) = (nil, []) }
    return (trouble.interrupted, trouble.interruptedTrackers)
  }
}
