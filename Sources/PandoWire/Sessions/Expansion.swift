/// A packed array written out as a list, and who reads it.
struct Expansion {
  let session: DecodingSession
  let memory: UnsafeMutableRawBufferPointer
}
