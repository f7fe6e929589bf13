import PandoBase

/// State that several features share: one value, wherever it is passed, and never out of step.
///
/// ```swift
/// struct State {
///   @Shared(.fileStorage(.settings)) var settings = Settings()
///   @Shared var count: Int
/// }
///
/// state.$count.withLock { $0 += 1 }
/// state.child = Child.State(count: state.$count, theme: state.$settings.theme)
/// ```
///
/// It may be read and changed on any thread. A change is there at once for everybody in the process,
/// without an action; those that observe it (`withObservationTracking`, `Observations`) are told of it
/// soon after, on another thread. Values are equal when what they hold is equal.
///
/// **In a hosted feature** its value crosses to the worker with the state, and there each of its
/// actions changes the worker's copy; what an action left in it is written back when the action
/// commits. Where another thread has changed the same value meanwhile, the worker reduces the action
/// again. A change by another thread of a value that the action only reads comes after the action. An
/// effect of a hosted feature that changes it is reported, and its change is lost; let it send an
/// action.
///
/// A value crosses by itself: a state that is hosted holds a whole or parts of it, not both, and gets
/// its parts where it is made, not in its own reducer. Else its encoding is refused. The key of a value
/// stays in the process of the store. One that a hosted reducer makes counts only in the worker: it
/// reads and writes what is kept there, and the store gets the value without the key.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  let location: any SharedLocation<Value>

  init(location: any SharedLocation<Value>) {
    self.location = location
  }

  /// A value that is shared by passing it on.
  public init(value: sending Value) {
    self.init(location: SharedRoot(value))
  }

  /// Shares what another property holds: `_count = Shared(projectedValue: count)`, or `count:` of a
  /// memberwise initialiser.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// The value of another property that is there now; nil when that is nil.
  ///
  /// While the other is nil later, this has the last value that was read or changed by it, or by another property made
  /// of the same one, and its changes are dropped.
  public init?(_ base: Shared<Value?>) {
    guard let location = base.location.unwrapped() else { return nil }
    self.init(location: location)
  }

  /// The value. A copy: change the shared one with `withLock(_:)`.
  public var wrappedValue: Value {
    get { location.read() }
    @available(*, unavailable, message: "Use '$shared.withLock { $0 = newValue }'")
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The property itself, for passing on and for changing it.
  public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Changes the value in place, with nobody else reading or changing it meanwhile.
  ///
  /// `operation` must be short, and must not change the same value by another way than its parameter. It
  /// may read it by another way, and gets the value as of its beginning, while somebody holds a part of it
  /// or where the value is a number or the like; else that ends the process.
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Result {
    try location.modify(
      from: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      operation)
  }

  /// A part of the value, shared with it.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(location: location.part(keyPath))
  }
}
