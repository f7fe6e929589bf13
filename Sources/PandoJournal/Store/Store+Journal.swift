public import Pando
import PandoWire

extension Store where State: Codable, Action: Codable {
  /// Makes a store that writes down what it commits, or goes on with what one before it has written.
  ///
  /// Where the journal has a state, `initialState` is not asked for. The store then takes up the actions that commits had
  /// given rise to and that had not committed, tells hosted features with `hosted(interrupted:)` that their effects have
  /// ended (`HostedWorkerLoss.Cause.restarted`), and mounts what is there: `onMount` is where effects of this process
  /// start again. No action that has committed is reduced again, so that a new build reads what an old one wrote, as long
  /// as the state has the same shape; see ``Migrating`` for when it has not.
  ///
  /// - Parameters:
  ///   - journal: Where it is written down; nil for a store that ends with its process.
  ///   - initialState: The state to begin with, where the journal is new.
  ///   - reducer: The root feature. Its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the feature and everything that it presents.
  /// - Throws: A ``JournalError`` that says why the journal cannot be used. Nothing has changed then.
  /// - Complexity: O(size of the state, and of what was written since it was last written whole).
  public convenience init<R: Reducer<State, Action>>(
    journal: Journal?,
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws(JournalError) {
    let dependencies = DependencyValues.current.updated { prepareDependencies?(&$0) }
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    guard let journal else {
      self.init(
        engine: StoreEngine(
          initialState: initialState, reducer: reducer, dependencies: dependencies), at: location)
      return
    }
    if let question = JournalQuestion.takeAsked() {
      JournalAnswer(journal, reducer, dependencies).endProgram(answering: question)
    }
    var opened = try await JournalThread.run(for: journal.name) { () throws(JournalError) in
      try OpenedJournal.open(journal, State.self, Action.self)
    }
    do throws(JournalError) {
      let isRestart = opened.state != nil
      let owed = try opened.owedActions(of: Action.self, acceptsLoss: journal.acceptsLoss)
      // Features read their dependencies where they are made.
      let state = try opened.state(of: State.self) {
        DependencyValues.with(dependencies) { initialState() }
      }
      let writer = opened.makeWriter(for: journal)
      let path = opened.storage.place
      let engine = StoreEngine(
        initialState: { state }, reducer: reducer, dependencies: dependencies,
        journal: StoreJournal(
          version: opened.chain.end.version, latest: opened.state ?? [], write: writer.take,
          fail: { writer.fail(JournalError(.stateCannotBeWritten("\($0)"), path: path)) },
          end: writer.end, findPast: opened.storage.handsOver ? nil : journal.findPast()))
      do throws(JournalError) {
        try writer.start(for: engine)
      } catch {
        engine.stop()
        throw error
      }
      if isRestart {
        self.init(restarting: engine, owing: owed, at: location)
      } else {
        self.init(engine: engine, at: location)
      }
    } catch {
      opened.storage.close()
      throw error
    }
  }

  /// Returns when all that has committed is durable. At once in a store without a journal.
  ///
  /// - Throws: A ``JournalError`` where the journal cannot be written any more.
  public func flushed() async throws(JournalError) {
    if await awaitFlush() { return }
    throw JournalError(.failed(code: 0, message: "an earlier group could not be written"), path: "")
  }

  /// The number of commits that are durable, of all that the store has made since its journal was new: in a store without
  /// a journal all of them.
  public var durableVersion: UInt64 { newestDurableVersion }
}
