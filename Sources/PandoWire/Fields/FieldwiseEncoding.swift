/// Finds what an action changed in a large state without encoding all of it.
///
/// It keeps a shallow copy of the state, and the lengths of its fields in the encoding. A field whose bits
/// are those of the copy has not changed. What is large in itself has a watch of its own (`FieldShape`).
///
/// After an error it is of no use any more.
package final class FieldwiseEncoding {
  private let watch: TableWatch
  private var splices: [Splice] = []

  /// Begins with a state and its encoding; nil where the encoding is not of that shape.
  package init?<State>(
    _ table: FieldTable, _ state: UnsafeMutablePointer<State>, _ encoded: [UInt8]
  ) {
    let watch = TableWatch(table)
    let begins = encoded.withUnsafeBytes { bytes in
      var offset = 0
      return (try? watch.begin(state, WireBytes(bytes), &offset)) == true && offset == bytes.count
    }
    guard begins else { return nil }
    self.watch = watch
  }

  /// Returns what has changed since the last call in the encoding of a state, which is lent as it was.
  ///
  /// - Complexity: O(fields), and what it takes to encode those that changed, or the parts of them. A collection
  ///   that notes no changes, and is not quiet, is compared with its copy bit by bit; where rows come or go,
  ///   O(rows) for each place.
  package func patch(
    _ state: UnsafeMutableRawPointer, _ encoded: UnsafeRawBufferPointer,
    using writer: inout WireWriter
  ) throws(WireError) -> Patch {
    // Taken out, so that its memory is used again.
    var changes = FieldChanges(encoded: encoded, splices: splices)
    splices = []
    changes.splices.removeAll(keepingCapacity: true)
    _ = try watch.look(state, &changes, from: 0, depth: 0, &writer)
    splices = changes.splices
    let limit = WireLimits.standard.maximumBytes
    if watch.length > limit { throw WireError(.tooLarge(bytes: watch.length, limit: limit)) }
    return switch splices.count {
    case 0: .unchanged
    case 1: .splice(splices[0])
    default: .splices(splices)
    }
  }
}
