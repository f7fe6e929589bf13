import PandoWire

extension Hello {
  func encode(into writer: inout WireWriter) {
    ProtocolVersion.encodeMagic(into: &writer)
    writer.appendVarint(versions.least)
    writer.appendVarint(versions.greatest)
    writer.appendString(name)
    writer.appendString(build?.text ?? "")
    FeatureDescriptor.encode(features, into: &writer)
  }

  /// Reads what follows the range as the least version of it has it, so that everybody who shares one can.
  init(from reader: inout WireReader) throws(WireError) {
    try ProtocolVersion.decodeMagic(from: &reader)
    let least = try reader.readVarint()
    let versions = ProtocolRange(least: least, greatest: try reader.readVarint())
    guard ProtocolVersion.spoken.chosen(with: versions) != nil else {
      // What follows is for those who speak it; the versions alone are the answer.
      _ = try unsafe reader.readBytes(count: reader.remaining)
      self.init(versions: versions, name: "", features: [])
      return
    }
    let name = try reader.readString()
    guard name.utf8.count <= MessageText.nameBytesAtMost else {
      throw reader.invalid(
        "name of a client, which has \(MessageText.nameBytesAtMost) bytes at most")
    }
    guard !name.hasControlCharacters else {
      throw reader.invalid("name of a client, which holds no control characters")
    }
    let build = try BuildID.read(from: &reader)
    self.init(
      versions: versions, name: name, build: build,
      features: try FeatureDescriptor.decodeList(from: &reader))
  }
}

extension Welcome {
  func encode(into writer: inout WireWriter) {
    ProtocolVersion.encodeMagic(into: &writer)
    writer.appendVarint(version)
    writer.appendVarint(UInt64(UInt32(bitPattern: processID)))
    FeatureDescriptor.encode(features, into: &writer)
    traits.encode(into: &writer)
  }

  init(from reader: inout WireReader) throws(WireError) {
    try ProtocolVersion.decodeMagic(from: &reader)
    let version = try reader.readVarint()
    guard ProtocolVersion.spoken.contains(version) else {
      _ = try unsafe reader.readBytes(count: reader.remaining)
      self.init(version: version, processID: 0, features: [])
      return
    }
    guard let processID = UInt32(exactly: try reader.readVarint()) else {
      throw reader.invalid("process id")
    }
    self.init(
      version: version, processID: Int32(bitPattern: processID),
      features: try FeatureDescriptor.decodeList(from: &reader),
      traits: try WorkerTraits(from: &reader))
  }
}

extension BuildID {
  /// Reads a name; an empty one is none.
  fileprivate static func read(from reader: inout WireReader) throws(WireError) -> BuildID? {
    let text = try reader.readString()
    if text.isEmpty { return nil }
    guard let build = BuildID(text) else { throw reader.invalid("name of a build") }
    return build
  }
}

extension WorkerTraits {
  /// Appends the labels, in order, one more than the limit and than the share, where nought is none, and the build.
  fileprivate func encode(into writer: inout WireWriter) {
    writer.appendVarint(labels.count)
    for label in labels.sorted() { writer.appendString(label) }
    writer.appendVarint(UInt64(lanesAtMost.map { min(max(0, $0), .max - 1) + 1 } ?? 0))
    writer.appendVarint(UInt64(share.map { $0.thousandths + 1 } ?? 0))
    writer.appendString(build?.text ?? "")
  }

  fileprivate init(from reader: inout WireReader) throws(WireError) {
    let count = try reader.readCount(minimumBytes: 1)
    var labels: Set<String> = []
    for _ in 0..<count { labels.insert(try reader.readString()) }
    let limit = try reader.readInteger()
    let thousandths = try reader.readInteger()
    let share = PlacementShare(thousandths: thousandths - 1)
    if thousandths != 0, share == nil { throw reader.invalid("share of new lanes") }
    self.init(
      labels: labels, lanesAtMost: limit == 0 ? nil : limit - 1, share: share,
      build: try BuildID.read(from: &reader))
  }
}

extension ProtocolVersion {
  fileprivate static func encodeMagic(into writer: inout WireWriter) {
    unsafe magic.withUnsafeBytes { unsafe writer.append(contentsOf: $0) }
  }

  fileprivate static func decodeMagic(from reader: inout WireReader) throws(WireError) {
    guard try unsafe reader.readBytes(count: magic.count).elementsEqual(magic) else {
      throw reader.invalid("protocol: a session begins with another greeting")
    }
  }
}

extension FeatureDescriptor {
  func encode(into writer: inout WireWriter) {
    writer.appendString(name)
    writer.appendFixed(state.rawValue)
    writer.appendFixed(action.rawValue)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let name = try reader.readString()
    self.init(
      name: name,
      state: SchemaFingerprint(rawValue: try reader.readFixed()),
      action: SchemaFingerprint(rawValue: try reader.readFixed()))
  }

  fileprivate static func encode(_ features: [Self], into writer: inout WireWriter) {
    writer.appendVarint(features.count)
    for feature in features { feature.encode(into: &writer) }
  }

  fileprivate static func decodeList(from reader: inout WireReader) throws(WireError) -> [Self] {
    // A name's length and two fingerprints.
    let count = try reader.readCount(minimumBytes: 17)
    var features: [Self] = []
    features.reserveCapacity(count)
    for _ in 0..<count { features.append(try Self(from: &reader)) }
    return features
  }
}
