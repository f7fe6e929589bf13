import PandoCasePaths
import Testing

extension Shapes {
  /// An enum whose payload has the name that a sequence has for its elements.
  @CasePathable
  enum Holder: Equatable {
    case element(Element)
    case none

    struct Element: Equatable {}
  }

  /// An enum with a case that must not be named, and with some inside `#if`.
  @CasePathable
  enum Aged: Int {
    @available(*, deprecated, message: "Use 'new'.")
    case old
    case new
    #if DEBUG
      case debug
    #else
      case release
    #endif
  }

  @Suite("The cases of an enum")
  struct CasePathIterableTests {
    @Test("are listed in the order of their declaration")
    func listed() {
      #expect(Array(Single.allCasePaths) == [\.only])
      #expect(Array(Parent.Child.allCasePaths) == [\.tapped, \.typed, \.deep])
      #expect(Array(Impossible.allCasePaths).isEmpty)
      #expect(Array(Generic<Int>.allCasePaths) == [\.value, \.error, \.list, \.run])
      #expect(Shape.allCasePaths.contains(\.default))
    }

    @Test("are asked for by a value")
    func asked() {
      let value = Parent.Child.typed("a")
      #expect(value.case == \.typed)
      #expect(Parent.Child.allCasePaths[value] == \.typed)
      #expect(Parent.Child.tapped.case == \.tapped)
      #expect(value.case != Parent.Child.tapped.case)
      let counts = Dictionary(
        grouping: [Parent.Child.typed("a"), .tapped, .typed("b")], by: \.case
      ).mapValues(\.count)
      #expect(counts == [\.typed: 2, \.tapped: 1])
    }

    @Test("are those of optionals and results, too")
    func optionalsAndResults() {
      #expect(Array(Int?.allCasePaths) == [\.none, \.some])
      #expect(Optional(1).case == \.some)
      let result = Result<Int, Parent.Failure>.failure(Parent.Failure())
      #expect(result.case == \.failure)
      #expect(Array(Result<Int, Parent.Failure>.allCasePaths) == [\.success, \.failure])
    }

    @Test("are the whole type where a value's is deprecated, and not listed")
    func deprecated() throws {
      #if DEBUG
        #expect(Array(Aged.allCasePaths) == [\.new, \.debug])
      #else
        #expect(Array(Aged.allCasePaths) == [\.new, \.release])
      #endif
      let old = try #require(Aged(rawValue: 0))
      #expect(old.case == \Aged.Cases.self)
      #expect(old.is(old.case))
    }

    @Test("have the payloads that they are declared with, though a sequence has elements too")
    func names() {
      #expect(Holder.element(Holder.Element())[case: \.element] == Holder.Element())
    }

    @Test("are handed to generic code")
    func generic() {
      func first<Root: CasePathIterable>(of type: Root.Type) -> PartialCaseKeyPath<Root>? {
        Root.allCasePaths.first { _ in true }
      }
      #expect(first(of: Parent.Child.self) == \.tapped)
    }
  }
}
