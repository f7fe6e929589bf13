import PandoWire

// Written as `@WireCoded` expands; each has a twin that is coded by `Codable` alone.

struct Leaf: Codable, Equatable {
  var id = 1
  var name: String?
  var level: Int??
  var shares = [0.5]
  var tags: [String] = []
  var counts = ["a": 1]
  var row = Row()
  var rows: [Row?] = []
}

nonisolated extension Leaf: WireCodable {
  func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(self.id)
    try writer.encode(self.name)
    try writer.encode(self.level)
    try writer.encode(self.shares)
    try writer.encode(self.tags)
    try writer.encode(self.counts)
    try writer.encode(self.row)
    try writer.encode(self.rows)
    writer.endList()
  }

  init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    self.id = try reader.decode()
    self.name = try reader.decode()
    self.level = try reader.decode()
    self.shares = try reader.decode()
    self.tags = try reader.decode()
    self.counts = try reader.decode()
    self.row = try reader.decode()
    self.rows = try reader.decode()
    try reader.endList()
  }
}

indirect enum Growth: Codable, Equatable {
  case rest
  case up(Int)
  case leaf(Leaf?, at: Int)
  case fork(left: Growth, right: Growth)
  case grove([Growth], byName: [String: Growth])

  static func nested(_ depth: Int) -> Growth {
    (0..<depth).reduce(.rest) { tree, _ in .fork(left: tree, right: .rest) }
  }
}

nonisolated extension Growth: WireCodable {
  func encode(into writer: inout WireWriter) throws(WireError) {
    switch self {
    case .rest:
      try writer.encode(0)
    case .up(let value0):
      try writer.beginCase(1)
      try writer.encode(value0)
      writer.endList()
    case .leaf(let value0, at: let value1):
      try writer.beginCase(2)
      try writer.encode(value0)
      try writer.encode(value1)
      writer.endList()
    case .fork(left: let value0, right: let value1):
      try writer.beginCase(3)
      try writer.encode(value0)
      try writer.encode(value1)
      writer.endList()
    case .grove(let value0, byName: let value1):
      try writer.beginCase(4)
      try writer.encode(value0)
      try writer.encode(value1)
      writer.endList()
    }
  }

  init(reading reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.beginCase() {
    case .alone(0):
      self = .rest
    case .list(1):
      self = try .up(reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    case .list(2):
      self = try .leaf(reader.decode(), at: reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    case .list(3):
      self = try .fork(left: reader.decode(), right: reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    case .list(4):
      self = try .grove(reader.decode(), byName: reader.decode())
      try reader.endIndirectCase(of: self, since: start)
    default:
      throw reader.unknownCase(of: Self.self, at: start)
    }
  }
}

/// Refuses to be encoded when it is told to.
struct Moody: WireCodable, Equatable {
  var refuses = false

  func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(1)
    if refuses { throw WireError(.rejected("no")) }
    writer.endList()
  }

  init(refuses: Bool) { self.refuses = refuses }

  init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    refuses = try reader.decode(Int.self) != 1
    try reader.endList()
  }
}
