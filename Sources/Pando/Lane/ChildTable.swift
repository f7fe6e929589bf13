/// The children at one operator, by their steps.
///
/// Its keys are the hashes of the steps, as each child knows its own step. With steps as keys it would take four times
/// the memory.
struct ChildTable {
  // Children whose steps have the same hash are linked, by `Incarnation.alike`.
  private var heads: [Int: Incarnation] = [:]
  private(set) var count = 0

  /// A table of one child.
  init(_ child: Incarnation, at step: IncarnationStep) {
    self[step] = child
  }

  /// A table without children.
  init() {}

  var isEmpty: Bool { count == 0 }

  /// One of the children, if there are any.
  var any: Incarnation? { heads.first?.value }

  /// The child at a step. O(1).
  subscript(step: IncarnationStep) -> Incarnation? {
    get {
      var next = heads[step.hashValue]
      while let child = next {
        if child.step == step { return child }
        next = child.alike
      }
      return nil
    }
    set {
      remove(step)
      guard let newValue else { return }
      let hash = step.hashValue
      newValue.alike = heads[hash]
      heads[hash] = newValue
      count += 1
    }
  }

  private mutating func remove(_ step: IncarnationStep) {
    let hash = step.hashValue
    var before: Incarnation?
    var next = heads[hash]
    while let child = next {
      next = child.alike
      if child.step != step {
        before = child
        continue
      }
      if let before { before.alike = next } else { heads[hash] = next }
      child.alike = nil
      count -= 1
      return
    }
  }
}

extension ChildTable: Sequence {
  /// Goes through all children with their steps, in no order. The one that it is at may be taken out of the table.
  struct Iterator: IteratorProtocol {
    fileprivate var heads: Dictionary<Int, Incarnation>.Values.Iterator
    fileprivate var alike: Incarnation?

    mutating func next() -> (step: IncarnationStep, child: Incarnation)? {
      guard let child = alike ?? heads.next() else { return nil }
      alike = child.alike
      guard let step = child.step else { preconditionFailure("a child has a step") }
      return (step, child)
    }
  }

  func makeIterator() -> Iterator { Iterator(heads: heads.values.makeIterator()) }
}
