/// The numbers of which an array is written as one run of bytes, and how they are told apart.
@usableFromInline
enum PackedKind: UInt8, Sendable {
  case bool = 0
  case uint8, int8, uint16, int16, uint32, int32, uint64, int64, float, double

  /// Nil for every other type.
  @inlinable @inline(__always)
  init?(_ type: Any.Type) {
    if type == Int.self {
      self = .int64
    } else if type == UInt8.self {
      self = .uint8
    } else if type == Double.self {
      self = .double
    } else {
      self.init(other: type)
    }
  }

  @inlinable
  init?(other type: Any.Type) {
    if type == Bool.self {
      self = .bool
    } else if type == Int8.self {
      self = .int8
    } else if type == UInt16.self {
      self = .uint16
    } else if type == Int16.self {
      self = .int16
    } else if type == UInt32.self {
      self = .uint32
    } else if type == Int32.self {
      self = .int32
    } else if type == UInt64.self || type == UInt.self {
      self = .uint64
    } else if type == Int64.self {
      self = .int64
    } else if type == Float.self {
      self = .float
    } else {
      return nil
    }
  }

  /// The size of one element.
  var width: Int {
    switch self {
    case .bool, .uint8, .int8: 1
    case .uint16, .int16: 2
    case .uint32, .int32, .float: 4
    case .uint64, .int64, .double: 8
    }
  }
}

/// The header of a run of packed numbers.
struct PackedHeader {
  let kind: PackedKind
  let count: Int

  var byteCount: Int { count &* kind.width }
}

extension WireBytes {
  /// Reads what follows the tag of a packed array; the count is within the bytes that remain.
  func packedHeader(_ offset: inout Int) throws(WireError) -> PackedHeader {
    let tag = try tag(offset)
    guard let kind = PackedKind(rawValue: tag) else {
      throw error(
        .mismatch(expected: "a packed array", found: "an unknown element kind \(tag)"), offset)
    }
    offset &+= 1
    return PackedHeader(kind: kind, count: try count(&offset, minimumBytes: kind.width))
  }
}
