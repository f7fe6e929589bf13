/// Tells when the thread that receives for a worker takes too long over a batch that it handles on the
/// spot: nobody answers for the worker meanwhile.
///
/// Pure: it is shown what is handled, a millisecond apart.
package struct LateBatchMachine: Equatable {
  private var last: UInt64?

  package init() {}

  /// Returns the batch that keeps its thread for too long: the one that it kept at the last look.
  ///
  /// - Parameter batch: The number of the batch that is handled on the spot; nil while none is.
  package mutating func look(_ batch: UInt64?) -> UInt64? {
    defer { last = batch }
    return batch == last ? batch : nil
  }
}
