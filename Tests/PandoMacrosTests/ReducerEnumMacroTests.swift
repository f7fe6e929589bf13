import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @Reducer on an enum")
struct ReducerEnumMacroTests {
  @Test("derives state, action, body and scope from features, alerts and values")
  func kinds() {
    expectExpansion(
      of: """
        @Reducer
        public enum Destination {
          case detail(Detail)
          case alert(AlertState<Alert>)
          @ReducerCaseIgnored
          case help(topic: String, page: Int)
          enum Alert {}
        }
        """,
      to: #"""
        public enum Destination {
          case detail(Detail)
          case alert(AlertState<Alert>)
          @ReducerCaseIgnored
          case help(topic: String, page: Int)
          enum Alert {}

          @dynamicMemberLookup
          public nonisolated enum State: Pando.CaseReducerState, PandoCasePaths.CasePathIterable, Pando.ObservableState, Swift.Sendable {
            public typealias StateReducer = Destination
            case detail(Detail.State)
            case alert(AlertState<Alert>)
            case help(topic: String, page: Int)
            public nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              public var detail: PandoCasePaths.AnyCasePath<State, Detail.State> {
                PandoCasePaths.AnyCasePath<State, Detail.State>(
                  uncheckedEmbed: State.detail(_:),
                  extract: {
                    guard case .detail(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              public var alert: PandoCasePaths.AnyCasePath<State, AlertState<Alert>> {
                PandoCasePaths.AnyCasePath<State, AlertState<Alert>>(
                  uncheckedEmbed: State.alert(_:),
                  extract: {
                    guard case .alert(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              public var help: PandoCasePaths.AnyCasePath<State, (topic: String, page: Int)> {
                PandoCasePaths.AnyCasePath<State, (topic: String, page: Int)>(
                  uncheckedEmbed: {
                    State.help(topic: $0.0, page: $0.1)
                  },
                  extract: {
                    guard case .help(let value0, let value1) = $0 else {
                      return nil
                    }
                    return (topic: value0, page: value1)
                  }
                )
              }
              public func makeIterator() -> PandoCasePaths.CasePathIterator<State> {
                PandoCasePaths.CasePathIterator<State> { add in
                  add(\.detail)
                  add(\.alert)
                  add(\.help)
                }
              }
            }
            public nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            public static var _$observationPath: Swift.PartialKeyPath<Self>? {
              nil
            }
            public static var _$fields: [Pando._StateField<Self>] {
              []
            }
            public var _$identity: Pando._StateIdentity {
              switch self {
              case .detail(let value):
                return Pando._StateObservation.identity(value).inCase(0)
              case .alert(let value):
                return Pando._StateObservation.identity(value).inCase(1)
              case .help:
                return Pando._StateIdentity.unknown.inCase(2)
              }
            }
            public mutating func _$track(isDeep: Swift.Bool) {
              switch self {
              case .detail(var value):
                Pando._StateObservation.field(value).track(&value, isDeep: isDeep)
                self = .detail(value)
              case .alert(var value):
                Pando._StateObservation.field(value).track(&value, isDeep: isDeep)
                self = .alert(value)
              default:
                break
              }
            }
            public mutating func _$adopt(_ old: Self) -> Swift.Bool {
              switch old {
              case .detail(let old):
                guard case .detail(var value) = self else {
                  return true
                }
                self = .detail(old)
                let isChanged = Pando._StateObservation.field(value).adopt(&value, old, isObserved: true)
                self = .detail(value)
                return isChanged
              case .alert(let old):
                guard case .alert(var value) = self else {
                  return true
                }
                self = .alert(old)
                let isChanged = Pando._StateObservation.field(value).adopt(&value, old, isObserved: true)
                self = .alert(value)
                return isChanged
              default:
                return true
              }
            }
          }

          public nonisolated enum Action: PandoCasePaths.CasePathIterable, Swift.Sendable {
            case detail(Detail.Action)
            case alert(AlertState<Alert>.Action)
            case help(Swift.Never)
            public nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              public var detail: PandoCasePaths.AnyCasePath<Action, Detail.Action> {
                PandoCasePaths.AnyCasePath<Action, Detail.Action>(
                  uncheckedEmbed: Action.detail(_:),
                  extract: {
                    guard case .detail(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              public var alert: PandoCasePaths.AnyCasePath<Action, AlertState<Alert>.Action> {
                PandoCasePaths.AnyCasePath<Action, AlertState<Alert>.Action>(
                  uncheckedEmbed: Action.alert(_:),
                  extract: {
                    guard case .alert(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              public var help: PandoCasePaths.AnyCasePath<Action, Swift.Never> {
                PandoCasePaths.AnyCasePath<Action, Swift.Never>(
                  uncheckedEmbed: Action.help(_:),
                  extract: {
                    guard case .help(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              public func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
                PandoCasePaths.CasePathIterator<Action> { add in
                  add(\.detail)
                  add(\.alert)
                  add(\.help)
                }
              }
            }
            public nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          public typealias Body = Pando.Reduce<Self.State, Self.Action>

          public nonisolated static var body: Body {
            Pando.Reduce(
              Pando.CombineReducers<Self.State, Self.Action, _> {
                Pando.Scope(state: \Self.State.Cases.detail, action: \Self.Action.Cases.detail) {
                  Detail()
                }
                Pando.Scope(state: \Self.State.Cases.alert, action: \Self.Action.Cases.alert) {
                  Pando.EmptyReducer<AlertState<Alert>, AlertState<Alert>.Action>()
                }
              }
            )
          }

          public nonisolated enum CaseScope {
            case detail(Pando.StoreOf<Detail>)
            case alert(AlertState<Alert>)
            case help(topic: String, page: Int)
          }

          public nonisolated static func scope(_ store: Pando.Store<Self.State, Self.Action>) -> CaseScope {
            switch store._$state {
            case .detail(let value0):
              return .detail(store.scope(value0, in: \Self.State.Cases.detail, action: \Self.Action.Cases.detail))
            case .alert(let value0):
              return .alert(value0)
            case .help(let value0, let value1):
              return .help(topic: value0, page: value1)
            }
          }

          public nonisolated static func caseNumber(of state: Self.State) -> Swift.Int {
            switch state {
            case .detail:
              return 0
            case .alert:
              return 1
            case .help:
              return 2
            }
          }

          public nonisolated static func isOver(_ state: Self.State, after action: Self.Action) -> Swift.Bool {
            switch (state, action) {
            case (.alert, .alert):
              return true
            default:
              return false
            }
          }
        }

        nonisolated extension Destination: Pando.CaseReducer, Pando.Reducer {
        }
        """#,
      onlyReducer: true
    )
  }

  @Test(
    "gives the derived types the conformances that were asked for, and a hosted feature's coding")
  func conformances() {
    expectExpansion(
      of: """
        @Reducer(state: .codable, .equatable, .sendable, action: .encodable)
        enum Destination {
          indirect case detail(Detail = Detail(step: 2))
        }
        """,
      to: #"""
        enum Destination {
          indirect case detail(Detail = Detail(step: 2))

          @dynamicMemberLookup
          nonisolated enum State: Pando.CaseReducerState, PandoCasePaths.CasePathIterable, Pando.ObservableState, Swift.Sendable, Swift.Codable, Swift.Equatable, Pando.WireCodable {
            typealias StateReducer = Destination
            indirect case detail(Detail.State)
            nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              var detail: PandoCasePaths.AnyCasePath<State, Detail.State> {
                PandoCasePaths.AnyCasePath<State, Detail.State>(
                  uncheckedEmbed: State.detail(_:),
                  extract: {
                    guard case .detail(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              func makeIterator() -> PandoCasePaths.CasePathIterator<State> {
                PandoCasePaths.CasePathIterator<State> { add in
                  add(\.detail)
                }
              }
            }
            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            static var _$observationPath: Swift.PartialKeyPath<Self>? {
              nil
            }
            static var _$fields: [Pando._StateField<Self>] {
              []
            }
            var _$identity: Pando._StateIdentity {
              switch self {
              case .detail(let value):
                return Pando._StateObservation.identity(value).inCase(0)
              }
            }
            mutating func _$track(isDeep: Swift.Bool) {
              switch self {
              case .detail(var value):
                Pando._StateObservation.field(value).track(&value, isDeep: isDeep)
                self = .detail(value)
              }
            }
            mutating func _$adopt(_ old: Self) -> Swift.Bool {
              switch old {
              case .detail(let old):
                guard case .detail(var value) = self else {
                  return true
                }
                self = .detail(old)
                let isChanged = Pando._StateObservation.field(value).adopt(&value, old, isObserved: true)
                self = .detail(value)
                return isChanged
              }
            }
            func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
              switch self {
              case .detail(let value0):
                try writer.beginCase(0)
                try writer.encode(value0)
                writer.endList()
              }
            }
            init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
              let start = reader.position
              switch try reader.beginCase() {
              case .list(0):
                self = try .detail(reader.decode())
                try reader.endIndirectCase(of: self, since: start)
              default:
                throw reader.unknownCase(of: Self.self, at: start)
              }
            }
            static func list(wireFields fields: inout Pando.WireFields) {
              fields.addCases("detail")
            }
          }

          nonisolated enum Action: PandoCasePaths.CasePathIterable, Swift.Sendable, Swift.Encodable {
            indirect case detail(Detail.Action)
            nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              var detail: PandoCasePaths.AnyCasePath<Action, Detail.Action> {
                PandoCasePaths.AnyCasePath<Action, Detail.Action>(
                  uncheckedEmbed: Action.detail(_:),
                  extract: {
                    guard case .detail(let value0) = $0 else {
                      return nil
                    }
                    return value0
                  }
                )
              }
              func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
                PandoCasePaths.CasePathIterator<Action> { add in
                  add(\.detail)
                }
              }
            }
            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          typealias Body = Pando.Reduce<Self.State, Self.Action>

          nonisolated static var body: Body {
            Pando.Reduce(
              Pando.CombineReducers<Self.State, Self.Action, _> {
                Pando.Scope(state: \Self.State.Cases.detail, action: \Self.Action.Cases.detail) {
                  Detail(step: 2)
                }
              }
            )
          }

          nonisolated enum CaseScope {
            case detail(Pando.StoreOf<Detail>)
          }

          nonisolated static func scope(_ store: Pando.Store<Self.State, Self.Action>) -> CaseScope {
            switch store._$state {
            case .detail(let value0):
              return .detail(store.scope(value0, in: \Self.State.Cases.detail, action: \Self.Action.Cases.detail))
            }
          }

          nonisolated static func caseNumber(of state: Self.State) -> Swift.Int {
            switch state {
            case .detail:
              return 0
            }
          }
        }

        nonisolated extension Destination: Pando.CaseReducer, Pando.Reducer {
        }
        """#,
      onlyReducer: true
    )
  }

  @Test("keeps what the enum has of its own, and conditions around cases")
  func ownMembers() {
    expectExpansion(
      of: """
        @Reducer
        enum Destination {
          #if DEBUG
            case debug(Detail)
          #endif
          enum State {}
          enum Action {}
          static var body: some ReducerOf<Self> { Other() }
        }
        """,
      to: #"""
        enum Destination {
          #if DEBUG
            case debug(Detail)
          #endif
          @PandoCasePaths.CasePathable @dynamicMemberLookup
          enum State {}
          @PandoCasePaths.CasePathable
          enum Action {}
          @Pando.ReducerBuilder<Self.State, Self.Action>
          static var body: some ReducerOf<Self> { Other() }

          nonisolated enum CaseScope {
            #if DEBUG
              case debug(Pando.StoreOf<Detail>)
            #endif
          }

          nonisolated static func scope(_ store: Pando.Store<Self.State, Self.Action>) -> CaseScope {
            switch store._$state {
            #if DEBUG
              case .debug(let value0):
                return .debug(store.scope(value0, in: \Self.State.Cases.debug, action: \Self.Action.Cases.debug))
            #endif
            }
          }

          nonisolated static func caseNumber(of state: Self.State) -> Swift.Int {
            switch state {
            #if DEBUG
              case .debug:
                return 0
            #endif
            }
          }
        }

        nonisolated extension Destination: Pando.CaseReducer, Pando.Reducer {
        }
        """#,
      onlyReducer: true
    )
  }

  @Test(
    "asks what an ignored case holds whether it is over, where the enum has an action of its own")
  func ignoredWithOwnAction() {
    expectExpansion(
      of: """
        @Reducer
        enum Destination {
          @ReducerCaseIgnored
          case alert(AlertState<Int>)
          @ReducerCaseIgnored
          case help(topic: String, page: Int)
          @ReducerCaseIgnored
          case count(Int)
          #if DEBUG
            typealias Action = Other.Action
          #else
            typealias Action = Another.Action
          #endif
          typealias State = Other.State
          static let body = Other()
          enum CaseScope {}
        }
        """,
      to: #"""
        enum Destination {
          @ReducerCaseIgnored
          case alert(AlertState<Int>)
          @ReducerCaseIgnored
          case help(topic: String, page: Int)
          @ReducerCaseIgnored
          case count(Int)
          #if DEBUG
            typealias Action = Other.Action
          #else
            typealias Action = Another.Action
          #endif
          typealias State = Other.State
          static let body = Other()
          enum CaseScope {}

          nonisolated static func caseNumber(of state: Self.State) -> Swift.Int {
            switch state {
            case .alert:
              return 0
            case .help:
              return 1
            case .count:
              return 2
            }
          }

          nonisolated static func isOver(_ state: Self.State, after action: Self.Action) -> Swift.Bool {
            switch (state, action) {
            case (.alert(let value0), _):
              return isOver(ignored: value0, after: action)
            default:
              return false
            }
          }
        }

        nonisolated extension Destination: Pando.CaseReducer, Pando.Reducer {
        }
        """#,
      onlyReducer: true
    )
  }

  private func expectDiagnostic(
    _ source: String, unexpanded: String, _ diagnostic: DiagnosticSpec, fixed: String
  ) {
    expectExpansion(of: source, to: unexpanded, diagnostics: [diagnostic], fixed: fixed)
  }

  @Test("reports a mark on what is no case, and offers to remove it")
  func misplacedMark() {
    expectDiagnostic(
      """
      struct Feature {
        @ReducerCaseIgnored
        var name: String
      }
      """,
      unexpanded: """
        struct Feature {
          var name: String
        }
        """,
      DiagnosticSpec(
        message: "'@ReducerCaseIgnored' can only be applied to a case of an enum",
        line: 2,
        column: 3,
        fixIts: [FixItSpec(message: "Remove '@ReducerCaseIgnored'")]
      ),
      fixed: """
        struct Feature {
          var name: String
        }
        """)
  }

  @Test("reports the arguments on a struct, and offers to remove them")
  func structWithArguments() {
    expectDiagnostic(
      """
      @Reducer(state: .equatable)
      struct Feature {
      }
      """,
      unexpanded: """
        struct Feature {
        }

        extension Feature: Pando.Reducer {
        }
        """,
      DiagnosticSpec(
        message:
          "'@Reducer(state:action:)' is for enums: a struct's 'State' and 'Action' declare their own",
        line: 1,
        column: 1,
        fixIts: [FixItSpec(message: "Remove the arguments")]
      ),
      fixed: """
        @Reducer
        struct Feature {
        }
        """)
  }

  @Test("reports a value that is no reducer, and offers the mark", arguments: ["String", "[Int]"])
  func values(type: String) {
    let derived = """
        static let body = Other()
        typealias State = Other.State
        typealias Action = Other.Action
        enum CaseScope {}
      """
    expectDiagnostic(
      """
      @Reducer
      enum Destination {
        // A topic.
        case help(\(type))
      \(derived)
      }
      """,
      unexpanded: """
        enum Destination {
          // A topic.
          case help(\(type))
        \(derived)

          nonisolated static func caseNumber(of state: Self.State) -> Swift.Int {
            switch state {
            case .help:
              return 0
            }
          }
        }

        nonisolated extension Destination: Pando.CaseReducer, Pando.Reducer {
        }
        """,
      DiagnosticSpec(
        message: "A case of '@Reducer' holds one reducer, which '\(type)' is not",
        line: 4,
        column: 13,
        fixIts: [FixItSpec(message: "Add '@ReducerCaseIgnored'")]
      ),
      fixed: """
        @Reducer
        enum Destination {
          // A topic.
          @ReducerCaseIgnored case help(\(type))
        \(derived)
        }
        """)
  }
}
