import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @Presents")
struct PresentsMacroTests {
  @Test("makes an optional a presentation state")
  func optional() {
    expectExpansion(
      of: """
        struct State {
          @Presents public var child: Child.State?
        }
        """,
      to: """
        struct State {
          public var child: Child.State? {
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

          public var $child: Pando.PresentationState<Child.State> {
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
        """)
  }

  @Test("has the access that is written, and names without backticks")
  func names() {
    expectExpansion(
      of: """
        struct State {
          @Presents fileprivate var `import`: Child.State?
        }
        """,
      to: """
        struct State {
          fileprivate var `import`: Child.State? {
            @storageRestrictions(initializes: _import)
            init(initialValue) {
              _import = Pando.PresentationState<Child.State>(wrappedValue: initialValue)
            }
            get {
              _import.wrappedValue
            }
            set {
              _import.wrappedValue = newValue
            }
            _modify {
              yield &_import.wrappedValue
            }
          }

          private var _import: Pando.PresentationState<Child.State> = Pando.PresentationState<Child.State>(wrappedValue: nil)

          fileprivate var $import: Pando.PresentationState<Child.State> {
            get {
              _import.projectedValue
            }
            set {
              _import.projectedValue = newValue
            }
            _modify {
              yield &_import.projectedValue
            }
          }
        }
        """)
  }

  @Test("what is no optional is refused, and written all the same")
  func notOptional() {
    expectExpansion(
      of: """
        struct State {
          @Presents var child = Child.State()
        }
        """,
      to: """
        struct State {
          var child {
            @storageRestrictions(initializes: _child)
            init(initialValue) {
              _child = Pando.PresentationState<Child.State>(wrappedValue: initialValue)
            }
            get {
              _child.wrappedValue!
            }
            set {
              _child.wrappedValue! = newValue
            }
            _modify {
              yield &_child.wrappedValue!
            }
          }

          private var _child: Pando.PresentationState<Child.State> = Pando.PresentationState<Child.State>(wrappedValue: Child.State())

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
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Presents' needs one 'var' of an optional type that is spelled out: "
            + "'var child: Child.State?'",
          line: 2, column: 3)
      ])
  }
}
