import Pando
import PandoWire

/// A journal that this process has, read to its end. One thread at a time has it.
struct OpenedJournal: @unchecked Sendable {
  let storage: any JournalStorage
  /// The end, behind which the next row comes.
  private(set) var chain: JournalChain
  /// The encoded state at the end, and its shape; nil where the journal is new.
  private(set) var state: [UInt8]?
  let stateSchema: UInt64
  /// The encoded actions that commits gave rise to and that have not committed, and their shape.
  private(set) var owed: [[UInt8]] = []
  private(set) var owedSchema: UInt64
  private var bytesSinceSnapshot = 0
  private var snapshotBytes = 0

  /// Opens a journal and reads it. Blocks the thread.
  init(
    _ journal: Journal, schema: UInt64, actionSchema: UInt64, isReadOnly: Bool = false,
    check: ((JournalContents, JournalRow?) throws(JournalError) -> Void)? = nil
  ) throws(JournalError) {
    storage = journal.makeStorage()
    let contents = try storage.open(
      JournalOpening(
        name: journal.name, acceptsLoss: journal.acceptsLoss, isReadOnly: isReadOnly, check: check))
    state = contents.snapshot?.state
    stateSchema = contents.snapshot?.schema ?? schema
    owedSchema = actionSchema
    chain = JournalChain(
      contents.mark, epoch: contents.epoch, schema: schema, actionSchema: actionSchema)
    do throws(JournalError) {
      try read(behind: contents.snapshot?.mark.group ?? 0)
    } catch {
      storage.close()
      throw error
    }
  }

  /// Applies the groups behind the newest whole state.
  private mutating func read(behind group: UInt64) throws(JournalError) {
    guard var state else {
      if chain.end.group > 0 { throw damage("it has no whole state") }
      return
    }
    snapshotBytes = state.count
    if group > 0, let row = try storage.rows(from: group, bytesAtMost: 1).first,
      row.number == group, let body = try? GroupBody(row.body)
    {
      (owed, owedSchema) = (body.owed, body.actionSchema)
    }
    var last = group
    while last < chain.end.group {
      for row in try storage.rows(from: last + 1, bytesAtMost: Self.bytesAtOnce) {
        do throws(WireError) {
          let body = try GroupBody(row.body)
          try body.patch.apply(to: &state)
          (owed, owedSchema) = (body.owed, body.actionSchema)
        } catch {
          throw damage("group \(row.number) does not fit the state before it: \(error)")
        }
        bytesSinceSnapshot += row.body.count
        last = row.number
      }
    }
    self.state = state
  }

  private func damage(_ what: String) -> JournalError {
    JournalError(.isDamaged(what), path: storage.place)
  }

  private static let bytesAtOnce = 8 << 20

  /// Writes down a state that is not what the rows make: the first one, or one of another shape. Blocks the thread.
  mutating func begin(with state: [UInt8]) throws(JournalError) {
    var work = SnapshotWork(bytesSince: 0, lastBytes: 0, keepsHistory: true)
    work.begin(state, chain)
    // Nothing is deleted here: the rows have what is owed.
    while work.hasPieces { try work.step(storage) }
    self.state = state
    (snapshotBytes, bytesSinceSnapshot) = (state.count, 0)
  }

  /// Returns what goes on to write it.
  func makeWriter(for journal: Journal) -> JournalWriter {
    JournalWriter(
      storage, chain,
      SnapshotWork(
        bytesSince: bytesSinceSnapshot, lastBytes: snapshotBytes,
        keepsHistory: journal.keepsHistory), onFailure: journal.onFailure)
  }

  // MARK: - What was written, with its types

  /// Opens a journal of a state and its actions, once it is known that they can be read: whoever has the journal keeps it
  /// otherwise. Blocks the thread.
  static func open<State: Codable, Action: Codable>(
    _ journal: Journal, _ state: State.Type, _ action: Action.Type
  ) throws(JournalError) -> OpenedJournal {
    let schema = SchemaFingerprint(of: state).rawValue
    let actionSchema = SchemaFingerprint(of: action).rawValue
    if journal.makeStorage().takesOver {
      let look = try OpenedJournal(
        journal, schema: schema, actionSchema: actionSchema, isReadOnly: true)
      defer { look.storage.close() }
      _ = try look.owedActions(of: action, acceptsLoss: journal.acceptsLoss)
      _ = try look.decoded(state)
    }
    let (acceptsLoss, place) = (journal.acceptsLoss, journal.makeStorage().place)
    return try OpenedJournal(journal, schema: schema, actionSchema: actionSchema) {
      contents, last throws(JournalError) in
      if let snapshot = contents.snapshot {
        let state = try decode(snapshot.state, state, schema: snapshot.schema, at: place)
        _ = try encode(state, at: place)
      }
      guard let last, let body = try? GroupBody(last.body) else { return }
      _ = try decode(
        owed: body.owed, action, schema: body.actionSchema, acceptsLoss: acceptsLoss, at: place)
    }
  }

  /// Returns the state that was written, as this build has it; nil where there is none.
  private func decoded<State: Codable>(_ type: State.Type) throws(JournalError) -> State? {
    guard let bytes = state else { return nil }
    return try Self.decode(bytes, type, schema: stateSchema, at: storage.place)
  }

  /// Returns a state of this build that was written by one with a schema.
  static func decode<State: Codable>(
    _ bytes: [UInt8], _ type: State.Type, schema: UInt64, at place: String
  ) throws(JournalError) -> State {
    do throws(WireError) {
      if schema == SchemaFingerprint(of: type).rawValue {
        return try WireDecoder.decode(type, from: bytes)
      }
      if let migrating = type as? any Migrating.Type,
        let state = try migrating.migrated(bytes, from: schema) as? State
      {
        return state
      }
    } catch {
      throw JournalError(.stateCannotBeRead("\(error)"), path: place)
    }
    throw JournalError(.schemaHasChanged(stub: stub(type)), path: place)
  }

  /// Returns the state to go on with, and writes down what the rows do not make: the first state, or one of another shape.
  /// Blocks the thread for that.
  mutating func state<State: Codable>(
    of type: State.Type, initial: () -> State
  ) throws(JournalError) -> State {
    let known = try decoded(type)
    if let known, stateSchema == chain.schema { return known }
    let state = known ?? initial()
    try begin(with: Self.encode(state, at: storage.place))
    return state
  }

  static func stub<State>(_ type: State.Type) -> String {
    """
      enum Former {
        struct \(type) { ... }  // as it was, under its name
      }

      extension \(String(reflecting: type)): Migrating {
        static var migrations: Migrations<Self> {
          From(Former.\(type).self) { former in \(String(reflecting: type))(...) }
        }
      }
    """
  }

  /// Returns the actions that are owed.
  func owedActions<Action: Codable>(
    of type: Action.Type, acceptsLoss: Bool
  ) throws(JournalError) -> [Action] {
    try Self.decode(
      owed: owed, type, schema: owedSchema, acceptsLoss: acceptsLoss, at: storage.place)
  }

  private static func decode<Action: Codable>(
    owed: [[UInt8]], _ type: Action.Type, schema: UInt64, acceptsLoss: Bool, at place: String
  ) throws(JournalError) -> [Action] {
    if owed.isEmpty { return [] }
    var actions: [Action] = []
    if schema == SchemaFingerprint(of: type).rawValue {
      do throws(WireError) {
        for bytes in owed { actions.append(try WireDecoder.decode(type, from: bytes)) }
      } catch {
        throw JournalError(.stateCannotBeRead("\(error)"), path: place)
      }
    }
    if actions.count < owed.count, !acceptsLoss {
      throw JournalError(.owedActionsCannotBeRead(count: owed.count), path: place)
    }
    return actions
  }

  private static func encode<State: Encodable>(
    _ state: State, at place: String
  ) throws(JournalError) -> [UInt8] {
    do throws(WireError) {
      return try WireEncoder.encode(state)
    } catch {
      throw JournalError(.stateCannotBeWritten("\(error)"), path: place)
    }
  }
}
