extension IdentityReader {
  /// Returns a reader for a type of state.
  @inlinable
  static func make() -> IdentityReader {
    if let type = State.self as? any Identifiable.Type { return reader(of: type) }
    if let type = State.self as? any CaseReducerState.Type { return reader(of: type) }
    return IdentityReader()
  }

  @inlinable
  static func reader<Concrete: Identifiable>(of type: Concrete.Type) -> IdentityReader {
    // `Concrete` is `State`, by its other name.
    IdentityReader { state in
      UnsafeRawPointer(state).assumingMemoryBound(to: Concrete.self).pointee.id
    }
  }

  /// Reads the number of the case: in another case, the state is another feature's.
  @inlinable
  static func reader<Concrete: CaseReducerState>(of type: Concrete.Type) -> IdentityReader {
    // As above.
    IdentityReader { state in
      Concrete.StateReducer.caseNumber(
        of: UnsafeRawPointer(state).assumingMemoryBound(to: Concrete.self).pointee)
    }
  }
}
