/// Hands out the numbers of the operators of one tree, also to the parts that are built late.
///
/// Touched only while the tree is built or walked, which its owner guards.
package final class TreeNumbering {
  private var next: Int

  init(from first: Int) {
    next = first
  }

  func makeSite() -> Int {
    defer { next += 1 }
    return next
  }
}
