/// Names the effects of one `onMount` of one tree: the trees of other processes have other numbers.
struct MountID: Hashable, Sendable {
  let site: Int
}
