/// The cases of a type in the order of their declaration, for what `@CasePathable` writes.
public struct CasePathIterator<Root>: IteratorProtocol {
  private var cases: IndexingIterator<[PartialCaseKeyPath<Root>]>

  /// The cases that a closure adds.
  public init(_ list: (_ add: (PartialCaseKeyPath<Root>) -> Void) -> Void) {
    var cases: [PartialCaseKeyPath<Root>] = []
    list { cases.append($0) }
    self.cases = cases.makeIterator()
  }

  /// The next case.
  public mutating func next() -> PartialCaseKeyPath<Root>? { cases.next() }
}
