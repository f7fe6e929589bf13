// Types that decode themselves may catch a DecodingError and try something else: inside a value
// errors are those, with the real one underneath.
extension WireError {
  @inline(never)
  func decodingError(for type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: [], debugDescription: description, underlyingError: self)
    switch problem {
    case .mismatch: return .typeMismatch(type, context)
    case .missingValue: return .valueNotFound(type, context)
    case let .missingKey(key): return .keyNotFound(WireKey(key), context)
    default: return .dataCorrupted(context)
    }
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case let .typeMismatch(_, context): context
    case let .valueNotFound(_, context): context
    case let .keyNotFound(_, context): context
    case let .dataCorrupted(context): context
    @unknown default: nil
    }
  }
}

extension DecodingSession {
  /// Whatever a type threw, as an error that says at which byte.
  ///
  /// The path to it is found once, when the error leaves the outermost value: a type around this one may
  /// catch it and go on, any number of times.
  func wireError(_ error: any Error) -> WireError {
    let decoding = (error as? DecodingError)?.context
    if let wire = (decoding?.underlyingError ?? error) as? WireError { return wire }
    if decoding != nil, let cause = state.pointee.unreadableKeys { return cause }
    let reason = decoding?.debugDescription ?? String(describing: error)
    let refused = state.pointee.refusedOffset
    return WireError(.rejected(reason), offset: refused < 0 ? nil : refused)
  }
}

extension DecodingState {
  /// An error as one in the bytes of the peer.
  func outer(_ error: WireError) -> WireError {
    expandedFrom < 0 ? error : WireError(error.problem, offset: expandedFrom)
  }
}
