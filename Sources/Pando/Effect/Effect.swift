/// A reducer's request to the outside world, whose answers come back as actions.
///
/// A value that describes work. The store starts it once the action that returned it has committed,
/// at most once, and ends it when the child that it belongs to has gone.
public struct Effect<Action> {
  @usableFromInline
  package let operation: Operation

  @inlinable
  package init(_ operation: Operation) {
    self.operation = operation
  }

  // One word, whatever the action's type, so that code which does not know the type can move it. The two
  // that nearly every effect is, `send` and `run`, hold nothing but an action and an object: to take a
  // tuple or a generic struct apart, such code asks the runtime for its layout each time.
  @usableFromInline
  package enum Operation {
    case none
    indirect case send(Action)
    /// Sends an action that a host sent.
    indirect case sendFromHost(Action, HostOrigin)
    case run(EffectRun<Action>)
    case merge([Effect])
    indirect case cancellable(Effect, id: CancelID, inFlight: InFlight)
    indirect case cancel(CancelID)
    /// A hosted feature cancelled under this identity, where its worker has carried that out: the one at this site.
    indirect case cancelEncoded(EncodedCancelID, from: Int?)
    /// Belongs to a child, as named by a step down from here.
    indirect case owned(Effect, IncarnationStep)
    /// Effects that a host holds for a hosted child.
    indirect case hosted(HostedEffects<Action>)
  }

  @inlinable @inline(__always)
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

extension Effect {
  /// Nothing to do.
  @inlinable
  public static var none: Effect { Effect(.none) }

  /// Sends an action directly behind the one that returned this effect, ahead of everything that was
  /// sent later.
  public static func send(_ action: Action) -> Effect {
    Effect(.send(action))
  }

  /// Starts all of them, in order, without waiting for one another.
  ///
  /// Inside a running effect, as behind one that takes time in a `concatenate`, the action of a
  /// ``send(_:)`` commits before the next of them starts.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Starts all of them, in order, without waiting for one another.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    return switch effects.count {
    case 0: .none
    case 1: effects[0]
    default: Effect(.merge(effects))
    }
  }

  /// Starts both, this one first.
  @inlinable @inline(__always)
  public func merge(with other: Effect) -> Effect {
    if isNone { return other }
    if other.isNone { return self }
    return both(other)
  }

  @usableFromInline
  @inline(never)
  func both(_ other: Effect) -> Effect {
    Effect(.merge([self, other]))
  }
}
