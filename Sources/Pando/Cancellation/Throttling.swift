/// The state that effects share which are throttled under one identity.
///
/// At each time one effect, or part of one, owns it: the last that asked for it (``begin()``) while it was not
/// cancelled. An effect that begins under the identity cancels those before it, so those cannot ask any more, however
/// late they run. Only the owner lets actions through and sends what waits, and only it replaces the state by one for
/// another clock. What waits stays behind for the next owner, and is dropped where the owner is cancelled otherwise
/// (``drop()``), or a part of its effect around it, or the next owner before that has asked. Once the owner has taken it
/// out to send it, it goes through, though another effect is registered before the store has accepted it
/// (``EffectContext/sendsDue``). Nobody owns the state from then until the next effect asks.
protocol Throttling: AnyObject, Sendable {
  /// The type of the actions that it lets through.
  var actionType: Any.Type { get }

  /// True if nobody owns it, nothing waits, and the longest interval has passed that any effect under the identity
  /// has asked for so far. It tells nothing then that a fresh one would not, but to an effect that asks for a longer.
  var isOver: Bool { get }

  /// Makes an effect the owner, in the place of the one before it. Returns the number of its turn, above 0.
  func begin() -> UInt64

  /// Ends the turn of an effect that has ended, if it lasts: nobody owns the state then, and what waits stays.
  func end(_ turn: UInt64)

  /// Drops the action that waits, and from now on whatever the owner sends. Returns it as a `HeldAction`, to be let
  /// go of under no lock.
  func drop() -> (any Sendable)?
}

/// The state that a throttled effect owns, and the number of its turn.
struct ThrottleShare {
  let state: any Throttling
  let turn: UInt64
}

/// An action that waits to go through. Only its box is shared; it is handed on once, by whoever took it out.
struct HeldAction<Action>: @unchecked Sendable {
  let action: Action
}
