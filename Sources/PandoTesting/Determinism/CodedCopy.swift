import Pando
import PandoWire

/// Returns a value as it comes out of the codec, with storage of its own; nil where it cannot be coded,
/// or where it holds shared values, which belong to the store that they are in.
func codedCopy<Value: Codable>(_ value: Value) -> Value? {
  if holdsSharedValue(value, depth: 0) { return nil }
  guard let bytes = try? WireEncoder.encode(value) else { return nil }
  return try? WireDecoder.decode(Value.self, from: bytes)
}

/// The depth to which values are looked into.
private let depthAtMost = 32

private func holdsSharedValue(_ value: Any, depth: Int) -> Bool {
  if value is any SharedProperty { return true }
  guard depth < depthAtMost else { return false }
  return Mirror(reflecting: value).children.contains {
    holdsSharedValue($0.value, depth: depth + 1)
  }
}
