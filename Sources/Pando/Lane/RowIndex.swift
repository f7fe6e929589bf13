/// The children at one `forEach`, by the ids of their rows.
///
/// To find a child by its step hashes an id whose type has been erased, which takes longer than the rest
/// of an action's way.
final class RowIndex<ID: Hashable>: AnyRowIndex {
  // The incarnations are held by the list of children that this index goes with.
  private var children: [ID: Unmanaged<Incarnation>] = [:]

  func child(_ id: ID) -> Incarnation? { children[id]?.takeUnretainedValue() }

  override func add(_ child: Incarnation) {
    if let id = id(of: child) { children[id] = .passUnretained(child) }
  }

  override func remove(_ child: Incarnation) {
    guard let id = id(of: child), children[id]?.toOpaque() == Self.opaque(child) else { return }
    children[id] = nil
  }

  private static func opaque(_ child: Incarnation) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(child).toOpaque()
  }

  private func id(of child: Incarnation) -> ID? { child.step?.identity?.base as? ID }
}

/// The index of the children at one operator, whatever their ids are.
class AnyRowIndex {
  init() {}

  /// Takes in a child that has come, in place of one with the same id.
  func add(_ child: Incarnation) { fatalError("an index overrides 'add'") }

  /// Takes out a child that is about to go.
  func remove(_ child: Incarnation) { fatalError("an index overrides 'remove'") }
}
