import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @DependencyClient")
struct DependencyClientMacroTests {
  @Test("writes both initialisers, and a method for a closure with named parameters")
  func client() {
    expectExpansion(
      of: """
        @DependencyClient
        public struct Client {
          public var fetch: @Sendable (_ id: Int, _ then: @Sendable () -> Void) async throws -> [Int]
          var log: (String) -> Void
          var isOnline: @Sendable (Int) -> Bool = { _ in false }
          @Sendable static func shared() {}
          let version = 1
          var isEmpty: Bool { true }
        }
        """,
      to: """
        public struct Client {
          public var fetch: @Sendable (_ id: Int, _ then: @Sendable () -> Void) async throws -> [Int]
          var log: (String) -> Void
          var isOnline: @Sendable (Int) -> Bool = { _ in false }
          @Sendable static func shared() {}
          let version = 1
          var isEmpty: Bool { true }

          public init(
            fetch: @escaping @Sendable (_ id: Int, _ then: @Sendable () -> Void) async throws -> [Int],
            log: @escaping (String) -> Void,
            isOnline: @escaping @Sendable (Int) -> Bool
          ) {
            self.fetch = fetch
            self.log = log
            self.isOnline = isOnline
          }

          public init() {
            self.fetch = { _, _ in
              throw PandoDependencies.Unimplemented.report("Client.fetch")
            }
            self.log = { _ in
              PandoDependencies.Unimplemented.report("Client.log")
            }
            self.isOnline = { value0 in
              PandoDependencies.Unimplemented.report("Client.isOnline")
              let placeholder: @Sendable (Int) -> Bool = { _ in
                false
              }
              return placeholder(value0)
            }
          }

          public func fetch(id value0: Int, then value1: @escaping @Sendable () -> Void) async throws -> [Int] {
            try await self.fetch(value0, value1)
          }
        }
        """
    )
  }

  @Test("leaves out init() where a property has no value, and keeps default arguments")
  func otherProperties() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          let name: String
          var limit: Int = 3
          var note: String?
          var ping: @MainActor (_ count: inout Int, Int) -> Void
        }
        """,
      to: """
        struct Client {
          let name: String
          var limit: Int = 3
          var note: String?
          var ping: @MainActor (_ count: inout Int, Int) -> Void

          init(
            name: String,
            limit: Int = 3,
            note: String? = nil,
            ping: @escaping @MainActor (_ count: inout Int, Int) -> Void
          ) {
            self.name = name
            self.limit = limit
            self.note = note
            self.ping = ping
          }

          @MainActor func ping(count value0: inout Int, _ value1: Int) {
            self.ping(&value0, value1)
          }
        }
        """
    )
  }

  @Test("gives a constant its value in init(), where a variable has one without")
  func constants() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          let name: String?
          var note: String?
          var ping: () throws -> Void
        }
        """,
      to: """
        struct Client {
          let name: String?
          var note: String?
          var ping: () throws -> Void

          init(
            name: String? = nil,
            note: String? = nil,
            ping: @escaping () throws -> Void
          ) {
            self.name = name
            self.note = note
            self.ping = ping
          }

          init() {
            self.name = nil
            self.ping = {
              throw PandoDependencies.Unimplemented.report("Client.ping")
            }
          }
        }
        """
    )
  }

  @Test("writes everything for each configuration that '#if' gives")
  func conditions() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          var ping: () throws -> Void
          #if DEBUG
            var dump: (_ in: Int) -> Void
          #endif
        }
        """,
      to: """
        struct Client {
          var ping: () throws -> Void
          #if DEBUG
            var dump: (_ in: Int) -> Void
          #endif

          #if DEBUG
          init(
            ping: @escaping () throws -> Void,
            dump: @escaping (_ in: Int) -> Void
          ) {
            self.ping = ping
            self.dump = dump
          }

          init() {
            self.ping = {
              throw PandoDependencies.Unimplemented.report("Client.ping")
            }
            self.dump = { _ in
              PandoDependencies.Unimplemented.report("Client.dump")
            }
          }

          func dump(in value0: Int) {
            self.dump(value0)
          }
          #else
          init(
            ping: @escaping () throws -> Void
          ) {
            self.ping = ping
          }

          init() {
            self.ping = {
              throw PandoDependencies.Unimplemented.report("Client.ping")
            }
          }
          #endif
        }
        """
    )
  }

  @Test("does not write an initialiser that is there")
  func written() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          var ping: () throws -> Void
          init() { ping = {} }
        }
        """,
      to: """
        struct Client {
          var ping: () throws -> Void
          init() { ping = {} }

          init(
            ping: @escaping () throws -> Void
          ) {
            self.ping = ping
          }
        }
        """
    )
  }

  @Test("passes on closures that escape, and what is written as a closure by itself, as they are")
  func parameters() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          var watch: (_ each: @escaping (Int) -> Void) -> Void
          var grouped: ((_ each: (@escaping (Int) -> Void)) -> Void)
          var log: (_ text: @autoclosure () throws -> String) -> Void
          var keep: (_ each: sending () -> Void) -> Void
          var typed: (_ id: Int) async throws(Failure) -> Int = { _ in 0 }
        }
        """,
      to: """
        struct Client {
          var watch: (_ each: @escaping (Int) -> Void) -> Void
          var grouped: ((_ each: (@escaping (Int) -> Void)) -> Void)
          var log: (_ text: @autoclosure () throws -> String) -> Void
          var keep: (_ each: sending () -> Void) -> Void
          var typed: (_ id: Int) async throws(Failure) -> Int = { _ in 0 }

          init(
            watch: @escaping (_ each: @escaping (Int) -> Void) -> Void,
            grouped: @escaping ((_ each: (@escaping (Int) -> Void)) -> Void),
            log: @escaping (_ text: @autoclosure () throws -> String) -> Void,
            keep: @escaping (_ each: sending () -> Void) -> Void,
            typed: @escaping (_ id: Int) async throws(Failure) -> Int
          ) {
            self.watch = watch
            self.grouped = grouped
            self.log = log
            self.keep = keep
            self.typed = typed
          }

          init() {
            self.watch = { _ in
              PandoDependencies.Unimplemented.report("Client.watch")
            }
            self.grouped = { _ in
              PandoDependencies.Unimplemented.report("Client.grouped")
            }
            self.log = { _ in
              PandoDependencies.Unimplemented.report("Client.log")
            }
            self.keep = { _ in
              PandoDependencies.Unimplemented.report("Client.keep")
            }
            self.typed = { value0 async throws(Failure) in
              PandoDependencies.Unimplemented.report("Client.typed")
              let placeholder: (_ id: Int) async throws(Failure) -> Int = { _ in
                0
              }
              return try await placeholder(value0)
            }
          }

          func watch(each value0: @escaping (Int) -> Void) {
            self.watch(value0)
          }

          func grouped(each value0: (@escaping (Int) -> Void)) {
            self.grouped(value0)
          }

          func log(text value0: @escaping @autoclosure () throws -> String) {
            self.log(try value0())
          }

          func keep(each value0: sending @escaping () -> Void) {
            self.keep(value0)
          }

          func typed(id value0: Int) async throws(Failure) -> Int {
            try await self.typed(value0)
          }
        }
        """
    )
  }

  @Test("reports a closure that can neither throw nor do nothing, and a property without a type")
  func obstacles() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          var isOnline: () -> Bool
          var typed: () throws(Failure) -> Int
          let name
        }
        """,
      to: """
        struct Client {
          var isOnline: () -> Bool
          var typed: () throws(Failure) -> Int
          let name

          init(
            isOnline: @escaping () -> Bool,
            typed: @escaping () throws(Failure) -> Int
          ) {
            self.isOnline = isOnline
            self.typed = typed
          }

          init() {
            self.isOnline = {
              PandoDependencies.Unimplemented.report("Client.isOnline")
              Swift.fatalError()
            }
            self.typed = {
              PandoDependencies.Unimplemented.report("Client.typed")
              Swift.fatalError()
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@DependencyClient' needs a default for 'isOnline', which returns a value and cannot throw any \
            error: assign a closure
            """,
          line: 3, column: 7),
        DiagnosticSpec(
          message: """
            '@DependencyClient' needs a default for 'typed', which returns a value and cannot throw any \
            error: assign a closure
            """,
          line: 4, column: 7),
        DiagnosticSpec(
          message: "'@DependencyClient' needs the type of 'name' to be written", line: 5, column: 7),
      ]
    )
  }

  @Test("reports a type that is not a struct, and offers to remove the attribute")
  func notAStruct() {
    expectExpansion(
      of: """
        @DependencyClient
        enum Client {
        }
        """,
      to: """
        enum Client {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to struct types", line: 1, column: 1,
          fixIts: [FixItSpec(message: "Remove '@DependencyClient'")])
      ],
      fixed: """
        enum Client {
        }
        """
    )
  }
}
