/// The fate of the oldest action of a lane, which commits or was the last to do so.
///
/// The tree need not come to the hosted feature: a reducer before it may have taken the child away, and one
/// behind it may have put the same child back.
enum LaneHead: UInt8 {
  /// Its answer is prepared, and the tree has not come to the hosted feature.
  case isDue
  /// It has committed with its answer.
  case hasCommitted
  /// The client has reduced it. It has its slot until the lane is told of that, with what follows the commit.
  case wasReducedByClient
  /// It has left its slot in another way.
  case hasLeft
}
