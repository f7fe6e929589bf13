/// One run of the tree: what it brings to the hosted features on its way.
package final class Pass {
  /// The lanes whose results commit in this run.
  var lanes = LaneList()

  init() {}
}
