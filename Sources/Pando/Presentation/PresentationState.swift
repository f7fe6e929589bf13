public import PandoWire

/// Optional state of a feature that is presented: a sheet, a detail, an alert.
///
/// As a property wrapper it makes `child` the optional and `$child` what
/// `ifLet(_:action:destination:)` takes. The state is kept apart from its parent's, so that a feature
/// can present itself.
@propertyWrapper
public struct PresentationState<State> {
  // An array holds it elsewhere, copies it only when it is shared, and lends it in place.
  @usableFromInline var storage: [State]

  /// Holds a state, or none.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
  }

  /// The state, or nil while nothing is presented.
  public var wrappedValue: State? {
    get { storage.first }
    set {
      guard let newValue else { return storage.removeAll() }
      if storage.isEmpty { storage.append(newValue) } else { storage[0] = newValue }
    }
    _modify {
      // Taken out, so that nobody else holds what is modified.
      var state = storage.popLast()
      defer { if let state { storage.append(state) } }
      yield &state
    }
  }

  /// Lends the place of the state, for changing it there; nil when there is none.
  mutating func withPlace(_ body: (UnsafeMutableRawPointer?) -> Void) {
    if storage.isEmpty { return body(nil) }
    storage.withUnsafeMutableBufferPointer {
      body($0.baseAddress.map(UnsafeMutableRawPointer.init))
    }
  }

  /// Lends the place of the state, for reading it there; nil when there is none.
  func readPlace(_ body: (UnsafeMutableRawPointer?) -> Void) {
    if storage.isEmpty { return body(nil) }
    storage.withUnsafeBufferPointer {
      body($0.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) })
    }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }
}

extension PresentationState: Sendable where State: Sendable {}
extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}

extension PresentationState: WireHolder where State: Codable {
  package typealias Held = State

  package static func withPlace(
    of holder: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void
  ) {
    holder.assumingMemoryBound(to: Self.self).pointee.withPlace(body)
  }

  package static func readPlace(
    of holder: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void
  ) {
    holder.assumingMemoryBound(to: Self.self).pointee.readPlace {
      body($0.map { UnsafeRawPointer($0) })
    }
  }
}

extension PresentationState: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool { visit.isBitwise(State.self) }
}

extension PresentationState: Encodable where State: Encodable {
  /// Writes what an optional would.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let state = wrappedValue { try container.encode(state) } else { try container.encodeNil() }
  }
}

extension PresentationState: Decodable where State: Decodable {
  /// Reads what an optional would.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(State.self))
  }
}

extension PresentationState: WireCodable where State: Codable {
  /// Writes what an optional would.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try wrappedValue.encode(into: &writer)
  }

  /// Reads what an optional would.
  public init(reading reader: inout WireReader) throws(WireError) {
    self.init(wrappedValue: try reader.decodeBoxed(State.self))
  }
}

extension PresentationState: CustomReflectable {
  /// Shows the optional.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
