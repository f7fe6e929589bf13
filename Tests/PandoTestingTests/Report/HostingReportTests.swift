import PandoTesting
import Testing

@Suite("A report for hosting")
struct HostingReportTests {
  @Test("of a feature that can be hosted tells sizes")
  func fine() {
    let report = hostingReport(
      for: Counter(), initialState: Counter.State(), actions: [.twice, .increment])
    #expect(report.canBeHosted)
    #expect(report.findings.isEmpty)
    #expect(
      report.description
        == """
        "Counter" can be hosted.

        Its state takes 4 bytes.
          count: 1 byte
          echoes: 1 byte

        Its largest action takes 1 byte.
          .increment: 1 byte
          .twice: 1 byte
        """)
  }

  @Test("of a feature that mounts and reads the date finds nothing amiss")
  func mounting() {
    let report = hostingReport(
      for: Lodge.Room(), initialState: Lodge.Room.State(id: 1), actions: [.use])
    #expect(report.canBeHosted)
    #expect(report.findings.isEmpty, "\(report)")
  }

  @Test("of a type names what is not Codable, with the way there")
  func notCodable() {
    let report = hostingReport(for: Local.self)
    #expect(!report.canBeHosted)
    #expect(report.findings.map(\.kind) == [.notCodable, .notCodable, .notCodable])
    #expect(
      report.description
        == """
        "Local" cannot be hosted as it is.

        error: "@Sendable () -> ()" is not Codable, so "Local.State" cannot cross to a worker. It is what \
        "Local.State.draft.onSave" holds. Make it Codable, or keep it in a dependency.
        error: "@Sendable (String) -> String" is not Codable, so "Local.Action" cannot cross to a worker. It \
        is what "Local.Action.apply" holds. Make it Codable, or keep it in a dependency.
        error: "Local.State" is not Equatable, which ".hosted()" asks for.
        """)
  }

  @Test("of a type names a class in its state")
  func mutableReference() {
    let report = hostingReport(for: Archive.self)
    #expect(report.findings.map(\.kind) == [.mutableReference])
    #expect(report.findings.map(\.subject) == ["Archive.State.pages.cache"])
  }

  @Test("of values names identities that do not cross, and overrides that do not reach workers")
  func effects() {
    let report = hostingReport(
      for: Archive(), initialState: Archive.State(), actions: [.open("aspen"), .close]
    ) {
      $0.index = Index(search: { [$0] })
    }
    #expect(
      report.findings.filter { $0.kind != .mutableReference }.map(\.message) == [
        """
        Effects run or are cancelled under an identity of type "Archive.Slot", which cannot cross \
        between processes: a parent cannot cancel an effect of its hosted child by it, nor the other \
        way round. Make it Codable.
        """,
        """
        "index" is overridden for the store, and the feature reads it: its workers are other processes, \
        where the override does not count. If it is only a double of the test, all is well. If the program \
        overrides it too, set what workers use in "prepareWorker" of the program.
        """,
      ])
  }

  @Reducer
  struct Finder {
    struct State: Codable, Equatable, Sendable { var hits: [String] = [] }
    enum Action: Codable, Sendable { case find(String), found([String]) }
    @Dependency(\.index) var index

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .find(let text):
          return .run { [index] send in await send(.found(index.search(text))) }
        case .found(let hits):
          state.hits = hits
          return .none
        }
      }
    }
  }

  @ReducerBuilder<Finder.State, Finder.Action>
  private func finder(withItsOwn index: Index?) -> some Reducer<Finder.State, Finder.Action> {
    if let index { Finder().dependency(\.index, index) } else { Finder() }
  }

  enum DoubleOf: CaseIterable { case store, test, preparation, reducer }

  @Test("of values lets a test have doubles, wherever it gives them", arguments: DoubleOf.allCases)
  func doubles(_ place: DoubleOf) {
    let double = Index(search: { [$0] })
    let report = withDependencies {
      if place == .test { $0.index = double }
    } operation: {
      if place == .preparation { prepareDependencies { $0.index = double } }
      return hostingReport(
        for: finder(withItsOwn: place == .reducer ? double : nil),
        initialState: Finder.State(), actions: [.find("aspen"), .found(["aspen"])]
      ) {
        if place == .store { $0.index = double }
      }
    }
    #expect(report.canBeHosted, "\(report)")
    #expect(report.findings.allSatisfy { $0.kind == .dependency && $0.severity == .warning })
  }

  @Test("of values names what the coding refuses or loses")
  func coding() {
    let report = hostingReport(
      for: Uncrossable(), initialState: Uncrossable.State(),
      actions: [.add(3), .settle, .call(.init())])
    #expect(
      report.findings.map(\.description) == [
        """
        error: The state after action 1 does not come back as it was encoded: "pending" was 3, and \
        comes back as 0. Let the coding write and read everything that a reducer reads.
        """,
        """
        error: The action .call(Callback()) cannot be encoded: the type refused it: a closure has no \
        bytes, in [1]. Make every value in it encodable.
        """,
      ])
  }

  @Test("of values names those that are encoded in another way each time")
  func variation() {
    let report = hostingReport(for: Tags(), initialState: Tags.State(), actions: [.touch])
    #expect(report.canBeHosted)
    #expect(
      report.findings.map(\.description) == [
        """
        warning: The initial state is encoded in another way each time, though nothing in it changes: \
        its "encode(to:)" goes through a dictionary or a set. More is sent than what an action \
        changed. Write the elements in an order, or encode the dictionary itself.
        """
      ])
  }

  /// A feature whose state writes a set in the order that it has.
  @Reducer
  struct Tags {
    struct State: Codable, Equatable, Sendable {
      var tags: Set<String> = ["oak", "elm", "ash", "fir", "yew", "lime"]

      init() {}

      init(from decoder: any Decoder) throws { tags = Set(try [String](from: decoder)) }

      func encode(to encoder: any Encoder) throws { try Array(tags).encode(to: encoder) }
    }

    enum Action: Codable, Sendable { case touch }

    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  @Test("of values names rows that a worker would find by another property")
  func otherIDs() {
    let rows = Shelf.State().board.books
    let report = hostingReport(
      for: Shelf(), initialState: Shelf.State(), actions: [.touch, .load(rows)])
    #expect(report.findings.map(\.kind) == [.codingLoses, .codingLoses])
    #expect(report.findings.map(\.subject) == ["board.books", "load"])
    #expect(!report.canBeHosted)
  }

  /// A feature with rows that are found by their `id`, and others that are not.
  @Reducer
  struct Shelf {
    struct Book: Codable, Equatable, Identifiable, Sendable {
      var id: String
      var slug: String
    }

    struct Board: Codable, Equatable, Sendable {
      var books = IdentifiedArray<String, Book>(
        uniqueElements: [Book(id: "1", slug: "oak")], id: \.slug)
      var others: IdentifiedArrayOf<Book> = [Book(id: "1", slug: "oak")]
      var sorted = Sorted()
    }

    /// Decodes its rows so that they are found as before.
    struct Sorted: Codable, Equatable, Sendable {
      var books = IdentifiedArray<String, Book>(
        uniqueElements: [Book(id: "1", slug: "oak")], id: \.slug)

      init() {}

      init(from decoder: any Decoder) throws {
        books = IdentifiedArray(uniqueElements: try [Book](from: decoder), id: \.slug)
      }

      func encode(to encoder: any Encoder) throws { try Array(books).encode(to: encoder) }
    }

    struct State: Codable, Equatable, Sendable {
      var board = Board()
    }

    enum Action: Codable, Sendable {
      case touch
      case load(IdentifiedArray<String, Book>)
    }

    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  @Test("of values names those above the limits, and what makes them large")
  func sizes() {
    let report = hostingReport(
      for: Archive(),
      initialState: Archive.State(
        title: String(repeating: "a", count: 65 << 20),
        pages: [Archive.Page(text: String(repeating: "b", count: 5 << 20))]),
      actions: [.open(String(repeating: "c", count: 6 << 20))])
    let findings = report.findings.filter { [.large, .tooLarge].contains($0.kind) }
    #expect(findings.map(\.kind) == [.tooLarge, .large])
    #expect(findings.map(\.severity) == [.error, .warning])
    #expect(
      findings.first?.message.contains("and no value may take more than 67108864.") == true)
    #expect(
      findings.last?.message.contains("encoded; a child may have 16777216 in flight.") == true)
    #expect(report.largestFields.map(\.subject) == ["title", "pages"])
    #expect(report.largestActions.first?.bytes ?? 0 > 6 << 20)
    #expect(report.description.contains("  title: 65 MiB\n  pages: 5120 KiB"))
  }
}
