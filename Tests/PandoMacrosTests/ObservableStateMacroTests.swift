import SwiftSyntaxBuilder
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @ObservableState")
struct ObservableStateMacroTests {
  @Test("gives each stored variable accessors that observe, and a place")
  func tracked() {
    expectExpansion(
      of: """
        struct State {
          @ObservationStateTracked public var `default`: Int = 0
        }
        """,
      to: """
        struct State {
          public var `default`: Int {
            @storageRestrictions(initializes: _default)
            init(initialValue) {
              _default = initialValue
            }
            get {
              _$observation.access(_$Field.`default`)
              return _default
            }
            set {
              guard _$observation.beginEdit(_$Field.`default`) else {
                _default = newValue
                return
              }
              Pando._StateObservation.field(_default).set(&_default, to: newValue, _$Field.`default`, _$observation)
            }
            _modify {
              let mark = _$observation.beginEdit(_$Field.`default`) ? Pando._StateObservation.field(_default).mark(_default) : nil
              defer {
                if let mark {
                  Pando._StateObservation.field(_default).finish(&_default, mark, _$Field.`default`, _$observation)
                }
              }
              yield &_default
            }
          }

          private var _default: Int = 0
        }
        """)
  }

  @Test("a struct has its numbers, its keys, its conformance and its looks")
  func structure() {
    expectExpansion(
      of: """
        @ObservableState
        public struct State: Codable {
          let id: Int
          var computed: Int { 1 }
          static var shared = 1
          @ObservationStateIgnored var hidden = 0
          @ObservationStateIgnored @Wrapper var wrapped = 0
        }
        """,
      to: """
        public struct State: Codable {
          let id: Int
          var computed: Int { 1 }
          static var shared = 1
          var hidden = 0
          @Wrapper var wrapped = 0

          var _$observation = Pando._StateObservation()

          private enum _$Field {
          }

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case id
            case hidden
            case wrapped
          }
        }

        nonisolated extension State: Pando.ObservableState {
          public var _$identity: Pando._StateIdentity {
            _$observation.identity
          }
          public static var _$observationPath: Swift.PartialKeyPath<Self>? {
            \\Self._$observation
          }
          public static var _$fields: [Pando._StateField<Self>] {
            [
            ]
          }
          public mutating func _$track(isDeep: Swift.Bool) {
            _$observation.track()
            guard isDeep else {
              return
            }
          }
          public mutating func _$adopt(_ old: Self) -> Swift.Bool {
            guard _$observation.adopt(old._$observation) else {
              return true
            }
            return false
          }
        }

        nonisolated extension State: Swift.CustomReflectable {
          public var customMirror: Swift.Mirror {
            Swift.Mirror(
              self,
              children: [
                "id": id as Any,
                "hidden": hidden as Any,
                "_wrapped": _wrapped as Any,
              ],
              displayStyle: .struct
            )
          }
        }
        """,
      conformances: ["ObservableState", "CustomReflectable"])
  }

  @Test("a struct with '#if' has numbers and keys in each configuration")
  func conditions() {
    expectExpansion(
      of: """
        @ObservableState
        struct State: Codable {
          let a: Int
          #if DEBUG
            let b: Int
          #elseif os(Linux)
            let c: Int
          #endif
          #if DEBUG
            let d: Int
          #elseif os(Linux)
          #else
            let e: Int
          #endif
          #if DEBUG
            func f() {}
          #endif
        }
        """,
      to: """
        struct State: Codable {
          let a: Int
          #if DEBUG
            let b: Int
          #elseif os(Linux)
            let c: Int
          #endif
          #if DEBUG
            let d: Int
          #elseif os(Linux)
          #else
            let e: Int
          #endif
          #if DEBUG
            func f() {}
          #endif

          var _$observation = Pando._StateObservation()

          #if DEBUG
          private enum _$Field {
          }
          #elseif os(Linux)
          private enum _$Field {
          }
          #else
          private enum _$Field {
          }
          #endif

          #if DEBUG
          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case a
            case b
            case d
          }
          #elseif os(Linux)
          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case a
            case c
          }
          #else
          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case a
            case e
          }
          #endif
        }
        """,
      conformances: [])
  }

  @Test("an enum is observed by its case and its payload")
  func enumeration() {
    expectExpansion(
      of: """
        @ObservableState
        enum State {
          case a(value: A.State)
          case b
          case c(Int, Int)
        }
        """,
      to: """
        enum State {
          case a(value: A.State)
          case b
          case c(Int, Int)
        }

        nonisolated extension State: Pando.ObservableState {
          static var _$observationPath: Swift.PartialKeyPath<Self>? {
            nil
          }
          static var _$fields: [Pando._StateField<Self>] {
            []
          }
          var _$identity: Pando._StateIdentity {
            switch self {
            case .a(value: let value):
              return Pando._StateObservation.identity(value).inCase(0)
            case .b:
              return Pando._StateIdentity.empty.inCase(1)
            case .c:
              return Pando._StateIdentity.unknown.inCase(2)
            }
          }
          mutating func _$track(isDeep: Swift.Bool) {
            switch self {
            case .a(value: var value):
              Pando._StateObservation.field(value).track(&value, isDeep: isDeep)
              self = .a(value: value)
            default:
              break
            }
          }
          mutating func _$adopt(_ old: Self) -> Swift.Bool {
            switch old {
            case .a(value: let old):
              guard case .a(value: var value) = self else {
                return true
              }
              self = .a(value: old)
              let isChanged = Pando._StateObservation.field(value).adopt(&value, old, isObserved: true)
              self = .a(value: value)
              return isChanged
            case .b:
              guard case .b = self else {
                return true
              }
              return false
            default:
              return true
            }
          }
        }
        """,
      conformances: ["ObservableState"])
  }

  @Test("presented state in it observes")
  func presents() {
    expectExpansion(
      of: """
        @ObservableState
        struct State: Codable {
          @ObservationStateIgnored @Presents var child: Child.State?
        }
        """,
      to: """
        struct State: Codable {
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

          var _$observation = Pando._StateObservation()

          private enum _$Field {
          }

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case _child
          }
        }
        """,
      conformances: [])
  }
}
