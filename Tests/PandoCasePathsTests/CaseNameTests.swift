import PandoCasePaths
import Testing

/// Says the same of every case.
private enum Described: CustomStringConvertible, Equatable {
  case first, second
  case number(Int)
  case pair(x: Int, y: Int)

  var description: String { "the same" }
}

/// Looks like something else.
private enum Reflected: CustomReflectable {
  case first, second
  case number(Int)

  var customMirror: Mirror { Mirror(self, children: ["a": 1], displayStyle: .struct) }
}

private struct Plain: CustomStringConvertible {
  var description: String { "plain" }
}

@Suite("The name of a case")
struct CaseNameTests {
  @Test("is that of the declaration, whatever the type says of itself")
  func names() {
    let described: [Described] = [.first, .second, .number(1), .number(2), .pair(x: 1, y: 2)]
    #expect(described.map { caseName(of: $0) } == ["first", "second", "number", "number", "pair"])
    let reflected: [Reflected] = [.first, .second, .number(1)]
    #expect(reflected.map { caseName(of: $0) } == ["first", "second", "number"])
  }

  @Test("is the value's, where an optional holds it")
  func optionals() {
    #expect(caseName(of: Described?.some(.second) as Any) == "second")
    #expect(caseName(of: Described?.none as Any) == "nil")
    #expect(enumCaseName(of: Described?.some(.second) as Any) == nil)
    #expect(caseName(of: Int?.some(5) as Any) == "Optional(5)")
    let twice = caseName(of: Described??.some(.some(.second)) as Any)
    #expect(twice.hasPrefix("Optional"))
  }

  @Test("is the description of what is no enum")
  func others() {
    #expect(enumCaseName(of: Plain()) == nil)
    #expect(caseName(of: Plain()) == "plain")
    #expect(caseName(of: 5) == "5")
  }

  @Test("tells the cases of a path that an operator makes")
  func paths() {
    let first: AnyCasePath<Described, Void> = /Described.first
    #expect(first.extract(from: .first) != nil)
    #expect(first.extract(from: .second) == nil)
    let number: AnyCasePath<Described, Int> = /Described.number
    #expect(number.extract(from: .number(3)) == 3)
    #expect(number.extract(from: .second) == nil)
    let pair: AnyCasePath<Described, (Int, Int)> = /Described.pair
    #expect(pair.extract(from: .pair(x: 1, y: 2)).map { $0.0 + $0.1 } == 3)
  }
}
