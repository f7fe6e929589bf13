/// A batch that a thread with the receiver's role handled on the spot, and so slowly that it lost the role.
struct LateBatch {
  let session: ClientSession
  let microseconds: Int
}
