import Pando
import PandoWire

/// A root state that can be made of what earlier builds had in its place, for a store whose journal an earlier build wrote.
///
/// The former type is kept under its name, so that it has the fingerprint that the journal knows, inside another type:
///
/// ```swift
/// enum Version3 {
///   struct State: Codable { var count = 0 }
/// }
///
/// extension App.State: Migrating {
///   static var migrations: Migrations<Self> {
///     From(Version3.State.self) { App.State(total: $0.count) }
///   }
/// }
/// ```
public protocol Migrating: Codable {
  /// The ways from former types, one for each.
  @MigrationsBuilder<Self> static var migrations: Migrations<Self> { get }
}

/// The ways in which a state is made of former ones.
public struct Migrations<State> {
  let steps: [From<State>]

  /// Returns the state that bytes of a former type are; nil where no way leads from that.
  func migrate(_ bytes: [UInt8], from schema: UInt64) throws(WireError) -> State? {
    guard let step = steps.first(where: { $0.schema == schema }) else { return nil }
    return try step.make(bytes)
  }
}

/// The way from one former type of a state.
public struct From<State> {
  let schema: UInt64
  let make: ([UInt8]) throws(WireError) -> State

  /// - Parameters:
  ///   - former: The type as it was, under the name that it had.
  ///   - make: Returns the state of today. Called once, when a journal is opened that has a state of that type.
  public init<Former: Codable>(_ former: Former.Type, make: @escaping (Former) -> State) {
    schema = SchemaFingerprint(of: Former.self).rawValue
    self.make = { bytes throws(WireError) in make(try WireDecoder.decode(Former.self, from: bytes))
    }
  }
}

/// Lists migrations one below the other.
@resultBuilder
public enum MigrationsBuilder<State> {
  /// All of them.
  public static func buildBlock(_ steps: From<State>...) -> Migrations<State> {
    Migrations(steps: steps)
  }
}

extension Migrating {
  /// Returns the state that bytes of a former type are; nil where no way leads from that.
  static func migrated(_ bytes: [UInt8], from schema: UInt64) throws(WireError) -> Self? {
    try migrations.migrate(bytes, from: schema)
  }
}
