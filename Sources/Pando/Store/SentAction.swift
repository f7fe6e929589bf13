/// An action that was sent, for whoever waits for what it leads to.
///
/// Most actions have no tracker of their own: nobody waits for them, and nothing follows. Their numbers
/// stand for them until somebody asks.
package struct SentAction: @unchecked Sendable {
  // Who holds one only hands it back: the engine reads and writes the tracker with its lock held.
  enum Reference {
    case tracker(ActionTracker)
    /// The number of an action of an `ActionRun`.
    case number(UInt64)
  }

  let reference: Reference

  /// That of an action that has one from the start, as every action has of a store that is watched by
  /// commit.
  package var tracker: ActionTracker? {
    if case .tracker(let tracker) = reference { tracker } else { nil }
  }

  package init(_ tracker: ActionTracker) { reference = .tracker(tracker) }

  init(number: UInt64) { reference = .number(number) }

  /// That of an action that has committed and led to nothing: what is left to wait for is that it is durable.
  static var committed: SentAction { SentAction(number: 0) }
}
