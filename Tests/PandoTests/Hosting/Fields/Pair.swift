import Pando
import PandoWire
import Testing

/// A worker's state and a client's, which follows by patches.
final class Pair<State: Codable> {
  let worker = UnsafeMutablePointer<State>.allocate(capacity: 1)
  let client = UnsafeMutablePointer<State>.allocate(capacity: 1)
  /// The encoding that both know.
  var bytes: [UInt8]
  let encoding: FieldwiseEncoding
  var decoding: FieldwiseDecoding
  let table: FieldTable
  /// The count of patches that were not decoded field by field.
  var wholeCount = 0

  init(_ ledger: State) throws {
    worker.initialize(to: ledger)
    bytes = try WireEncoder.encode(ledger)
    client.initialize(to: try WireDecoder.decode(from: bytes))
    table = try #require(FieldTable.of(State.self))
    encoding = try #require(FieldwiseEncoding(table, worker, bytes))
    decoding = try #require(FieldwiseDecoding(table, bytes))
  }

  deinit {
    for state in [worker, client] {
      state.deinitialize(count: 1)
      state.deallocate()
    }
  }

  /// Has the client follow the worker; returns the patch.
  @discardableResult
  func follow() throws -> Patch {
    var writer = WireWriter()
    let patch = try bytes.withUnsafeBytes { try encoding.patch(worker, $0, using: &writer) }
    bytes = try patch.applied(to: bytes)
    let change = try bytes.withUnsafeBytes { try decoding.change(by: patch, to: $0, of: client) }
    if let change {
      change.apply(to: client)
    } else {
      wholeCount += 1
      client.pointee = try WireDecoder.decode(from: bytes)
      decoding = try #require(FieldwiseDecoding(table, bytes))
    }
    return patch
  }
}
