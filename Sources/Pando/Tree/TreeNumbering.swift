import PandoWire

/// Hands out the numbers of the operators of one tree, or of a part that is built late.
///
/// The numbers follow from the place of an operator in the body alone: every process that builds the
/// tree of a feature gives an operator the same number, whichever parts it builds first.
///
/// Touched only while the tree is built or walked, which its owner guards.
package final class TreeNumbering {
  private var next: Int
  /// The number of the late part, which goes into the hashes that number its nodes; nil for the tree itself.
  private let part: Int?
  /// The numbering of the tree that a late part belongs to.
  private let tree: TreeNumbering?
  private var isMounting = false

  init(from first: Int) {
    next = first
    part = nil
    tree = nil
  }

  private init(part: Int, of tree: TreeNumbering) {
    next = 0
    self.part = part
    self.tree = tree
  }

  /// True if an operator of the tree mounts features.
  var hasMounts: Bool { tree?.hasMounts ?? isMounting }

  /// Notes an operator that mounts features.
  func noteMount() {
    if let tree { tree.noteMount() } else { isMounting = true }
  }

  /// A numbering for a part that may be built late. Made when the part's place is come to.
  func makePart() -> TreeNumbering {
    TreeNumbering(part: makeSite(), of: self)
  }

  func makeSite() -> Int {
    defer { next += 1 }
    guard let part else { return next }
    var hash = StableHash()
    hash.mix(UInt64(part))
    hash.mix(UInt64(next))
    // Positive, and out of the way of the numbers that are not hashes.
    return Int(hash.value >> 2) | 1 << 62
  }
}
