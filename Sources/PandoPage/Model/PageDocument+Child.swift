extension PageDocument {
  /// A hosted child of a program's store.
  package struct Child: Hashable, Codable, Sendable {
    package var id: UInt64
    package var feature: String
    /// The rows and presented states that it is in, outermost first.
    package var identities: [String]
    package var standing: String
    package var worker: String?
    package var processID: Int32?
    package var uncommitted: Int
    package var inFlight: Int
    package var window: Int
    package var effects: Int
    package var placements: Int
    package var restarts: Int
    package var problem: String?
    /// True if the page may be asked for its state.
    package var showsState: Bool
  }
}
