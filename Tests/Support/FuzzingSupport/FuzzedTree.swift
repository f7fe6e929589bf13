import PandoWire

/// A type that encodes itself as `@WireCoded` would have it, for a fuzzer.
indirect enum FuzzedTree: Codable {
  case leaf
  case branch(FuzzedTree, label: String?, numbers: [Int])
  case twigs([FuzzedTree], Twig)

  struct Twig: Codable {
    var length: Int??
    var scores: [String: Double]
    var bend: Bool
    var next: FuzzedTree?
  }
}

extension FuzzedTree: WireCodable {
  func encode(into writer: inout WireWriter) throws(WireError) {
    switch self {
    case .leaf:
      try writer.encode(0)
    case .branch(let value0, label: let value1, numbers: let value2):
      try writer.beginCase(1)
      try writer.encode(value0)
      try writer.encode(value1)
      try writer.encode(value2)
      writer.endList()
    case .twigs(let value0, let value1):
      try writer.beginCase(2)
      try writer.encode(value0)
      try writer.encode(value1)
      writer.endList()
    }
  }

  init(reading reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.beginCase() {
    case .alone(0):
      self = .leaf
    case .list(1):
      self = try .branch(reader.decode(), label: reader.decode(), numbers: reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    case .list(2):
      self = try .twigs(reader.decode(), reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    default:
      throw reader.unknownCase(of: Self.self, at: start)
    }
  }
}

extension FuzzedTree.Twig: WireCodable {
  func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(length)
    try writer.encode(scores)
    try writer.encode(bend)
    try writer.encode(next)
    writer.endList()
  }

  init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    length = try reader.decode()
    scores = try reader.decode()
    bend = try reader.decode()
    next = try reader.decode()
    try reader.endList()
  }
}
