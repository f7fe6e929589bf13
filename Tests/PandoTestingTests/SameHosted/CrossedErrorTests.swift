import Testing

@testable import PandoTesting

@Suite("Errors that cross to another process")
struct CrossedErrorTests {
  struct ParseError: Error, Equatable { let line: Int }

  /// An error of any type, as users wrap it.
  struct Failure: Codable, Equatable, Sendable {
    let error: any Error

    init(_ error: any Error) { self.error = error }

    init(from decoder: any Decoder) throws {
      error = try decoder.singleValueContainer().decode(CodableError.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(CodableError(error))
    }

    static func == (left: Failure, right: Failure) -> Bool {
      CodableError(left.error) == CodableError(right.error)
    }
  }

  /// A success that cannot be compared.
  struct Tree: Codable, Sendable {}

  @Reducer
  struct Parser {
    struct State: Codable, Equatable, Sendable {
      var last: TaskResult<Int>?
      var failures: [Failure] = []
    }
    enum Action: Codable, Sendable {
      case parse(line: Int)
      case parsed(TaskResult<Int>)
      case read([TaskResult<Tree>])
      case failed(Failure)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .parse(let line):
          state.last = .failure(ParseError(line: line))
          return .run { send in
            await send(.parsed(.failure(ParseError(line: line))))
            await send(.read([.success(Tree()), .failure(ParseError(line: line + 1))]))
            await send(.failed(Failure(ParseError(line: line + 2))))
          }
        case .parsed(let result): state.last = result
        case .read: break
        case .failed(let failure): state.failures.append(failure)
        }
        return .none
      }
    }
  }

  @Test("are what they were, in what effects send and in the state")
  func sameHosted() async throws {
    try await expectSameHosted(
      Parser(), initialState: Parser.State(), actions: [.parse(line: 1), .parse(line: 7)])
  }

  @Test("are compared by what is left of them")
  func differences() {
    let crossed = CodableError(ParseError(line: 1))
    #expect(FieldWalk.differences(ParseError(line: 1), crossed).isEmpty)
    #expect(FieldWalk.differences(crossed, ParseError(line: 2)).count == 1)
    // Neither has crossed.
    #expect(FieldWalk.differences(ParseError(line: 1), CancellationError()).count == 1)
    let failure = TaskResult<Tree>.failure(ParseError(line: 1))
    #expect(FieldWalk.differences(failure, TaskResult<Tree>.failure(crossed)).isEmpty)
    #expect(FieldWalk.differences(failure, TaskResult<Tree>.success(Tree())).count == 1)
  }

  @Test("keep no feature from being hosted")
  func report() {
    let report = hostingReport(
      for: Parser(), initialState: Parser.State(),
      actions: [
        .parse(line: 1), .read([.failure(ParseError(line: 1))]),
        .failed(Failure(ParseError(line: 1))),
      ])
    #expect(report.canBeHosted, "\(report)")
  }
}
