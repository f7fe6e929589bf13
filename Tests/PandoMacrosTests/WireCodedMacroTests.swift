import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @WireCoded")
struct WireCodedMacroTests {
  @Test("writes the stored properties of a struct, in order")
  func structure() {
    expectExpansion(
      of: """
        @WireCoded
        public struct Row: Codable {
          public var id: Int
          let kind = "row"
          let name: String
          var (x, y) = (1, 2)
          private var seen = false { didSet { print(seen) } }
          var `default`: Int?, other = 1
          static var shared = 1
          var isEmpty: Bool { id == 0 }
          var double: Int { get { id } set { id = newValue } }
          func encode(into text: inout String) {}
        }
        """,
      to: """
        public struct Row: Codable {
          public var id: Int
          let kind = "row"
          let name: String
          var (x, y) = (1, 2)
          private var seen = false { didSet { print(seen) } }
          var `default`: Int?, other = 1
          static var shared = 1
          var isEmpty: Bool { id == 0 }
          var double: Int { get { id } set { id = newValue } }
          func encode(into text: inout String) {}
        }

        nonisolated extension Row: Pando.WireCodable {
          public func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            try writer.beginList()
            try writer.encode(self.id)
            try writer.encode(self.name)
            try writer.encode(self.x)
            try writer.encode(self.y)
            try writer.encode(self.seen)
            try writer.encode(self.`default`)
            try writer.encode(self.other)
            writer.endList()
          }
          public init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            try reader.beginList()
            self.id = try reader.decode()
            self.name = try reader.decode()
            self.x = try reader.decode()
            self.y = try reader.decode()
            self.seen = try reader.decode()
            self.`default` = try reader.decode()
            self.other = try reader.decode()
            try reader.endList()
          }
          public static func list(wireFields fields: inout Pando.WireFields) {
            fields.add(\\Self.id)
            fields.add(\\Self.name)
            fields.add(\\Self.x)
            fields.add(\\Self.y)
            fields.add(\\Self.seen)
            fields.add(\\Self.`default`)
            fields.add(\\Self.other)
          }
        }
        """
    )
  }

  @Test("writes what is presented where it is stored")
  func presented() {
    expectExpansion(
      of: """
        @WireCoded
        struct State: Codable {
          var count = 0
          @Presents var child: Child.State?
        }
        """,
      to: """
        struct State: Codable {
          var count = 0
          var child: Child.State? {
            @storageRestrictions(initializes: _child)
            init(initialValue) {
              _child = Pando.PresentationState<Child.State>(wrappedValue: initialValue)
            }
            get {
              _child.wrappedValue
            }
            set {
              _child.wrappedValue = newValue
            }
            _modify {
              yield &_child.wrappedValue
            }
          }

          private var _child: Pando.PresentationState<Child.State> = Pando.PresentationState<Child.State>(wrappedValue: nil)

          var $child: Pando.PresentationState<Child.State> {
            get {
              _child.projectedValue
            }
            set {
              _child.projectedValue = newValue
            }
            _modify {
              yield &_child.projectedValue
            }
          }
        }

        nonisolated extension State: Pando.WireCodable {
          func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            try writer.beginList()
            try writer.encode(self.count)
            try writer.encode(self._child)
            writer.endList()
          }
          init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            try reader.beginList()
            self.count = try reader.decode()
            self._child = try reader.decode()
            try reader.endList()
          }
          static func list(wireFields fields: inout Pando.WireFields) {
            fields.add(\\Self.count)
            fields.add(\\Self._child)
          }
        }
        """)
  }

  @Test("numbers the cases of an enum, and keeps their labels")
  func enumeration() {
    expectExpansion(
      of: """
        @WireCoded
        indirect enum Move: Codable {
          case up, `in`
          case to(x: Int, _ y: Int = 1, Move?)
          static let start = Move.up
        }
        """,
      to: """
        indirect enum Move: Codable {
          case up, `in`
          case to(x: Int, _ y: Int = 1, Move?)
          static let start = Move.up
        }

        nonisolated extension Move: Pando.WireCodable {
          func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            switch self {
            case .up:
              try writer.encode(0)
            case .`in`:
              try writer.encode(1)
            case .to(x: let value0, let value1, let value2):
              try writer.beginCase(2)
              try writer.encode(value0)
              try writer.encode(value1)
              try writer.encode(value2)
              writer.endList()
            }
          }
          init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            let start = reader.position
            switch try reader.beginCase() {
            case .alone(0):
              self = .up
            case .alone(1):
              self = .`in`
            case .list(2):
              self = try .to(x: reader.decode(), reader.decode(), reader.decode())
              try reader.endIndirectCase(of: self, since: start)
            default:
              throw reader.unknownCase(of: Self.self, at: start)
            }
          }
          static func list(wireFields fields: inout Pando.WireFields) {
            fields.addCases("up", "in", "to")
          }
        }
        """
    )
  }

  @Test("reads no case that has no value, as the compiler would warn of what is behind the call")
  func uninhabited() {
    expectExpansion(
      of: """
        @WireCoded
        enum Answer: Codable {
          case none(Never)
          case some(Int)
        }
        """,
      to: """
        enum Answer: Codable {
          case none(Never)
          case some(Int)
        }

        nonisolated extension Answer: Pando.WireCodable {
          func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            switch self {
            case .none(let value0):
              try writer.beginCase(0)
              try writer.encode(value0)
              writer.endList()
            case .some(let value0):
              try writer.beginCase(1)
              try writer.encode(value0)
              writer.endList()
            }
          }
          init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            let start = reader.position
            switch try reader.beginCase() {
            case .list(1):
              self = try .some(reader.decode())
              try reader.endList()
            default:
              throw reader.unknownCase(of: Self.self, at: start)
            }
          }
          static func list(wireFields fields: inout Pando.WireFields) {
            fields.addCases("none", "some")
          }
        }
        """
    )
  }

  @Test("counts the boxes of indirect cases, and of no others")
  func indirectCase() {
    expectExpansion(
      of: """
        @WireCoded
        enum Panel: Codable {
          case note(Int)
          indirect case sheet(Sheet)
        }
        """,
      to: """
        enum Panel: Codable {
          case note(Int)
          indirect case sheet(Sheet)
        }

        nonisolated extension Panel: Pando.WireCodable {
          func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            switch self {
            case .note(let value0):
              try writer.beginCase(0)
              try writer.encode(value0)
              writer.endList()
            case .sheet(let value0):
              try writer.beginCase(1)
              try writer.encode(value0)
              writer.endList()
            }
          }
          init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            let start = reader.position
            switch try reader.beginCase() {
            case .list(0):
              self = try .note(reader.decode())
              try reader.endList()
            case .list(1):
              self = try .sheet(reader.decode())
              try reader.endIndirectCase(of: self, since: start)
            default:
              throw reader.unknownCase(of: Self.self, at: start)
            }
          }
          static func list(wireFields fields: inout Pando.WireFields) {
            fields.addCases("note", "sheet")
          }
        }
        """
    )
  }

  @Test("adds nothing to a type that conforms already")
  func conforming() {
    expectExpansion(
      of: """
        @WireCoded
        struct Row: WireCodable {
          lazy var id = 1
        }
        """,
      to: """
        struct Row: WireCodable {
          lazy var id = 1
        }
        """,
      conformances: []
    )
  }

  @Test("leaves out constants and takes an empty struct")
  func empty() {
    expectExpansion(
      of: """
        @WireCoded
        package struct Mark: Codable {
          let version = 1
        }
        """,
      to: """
        package struct Mark: Codable {
          let version = 1
        }

        nonisolated extension Mark: Pando.WireCodable {
          package func encode(into writer: inout Pando.WireWriter) throws(Pando.WireError) {
            try writer.beginList()
            writer.endList()
          }
          package init(reading reader: inout Pando.WireReader) throws(Pando.WireError) {
            try reader.beginList()
            try reader.endList()
          }
          package static func list(wireFields fields: inout Pando.WireFields) {
          }
        }
        """
    )
  }
}
