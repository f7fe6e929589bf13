/// Tells the parts of an enum's payload apart, as long as the case stays.
final class CaseShape<Value: Codable>: FieldShape {
  /// One case that can be told apart.
  struct Payload {
    let number: Int
    let type: any Codable.Type
  }

  let cases: EnumCases
  /// By tag; nil for a case that is encoded as a whole.
  let payloads: [Payload?]

  /// Nil where the names, in the order of the numbers, are not those of the type's cases, or where no case
  /// holds one value.
  init?(names: [String]) {
    guard let cases = EnumCases(Value.self),
      Set(names).count == names.count, Set(cases.cases.map(\.name)) == Set(names),
      cases.cases.count == names.count
    else { return nil }
    self.cases = cases
    payloads = cases.cases.map { enumCase in
      guard let type = enumCase.payload as? any Codable.Type,
        let number = names.firstIndex(of: enumCase.name)
      else { return nil }
      return Payload(number: number, type: type)
    }
    if payloads.allSatisfy({ $0 == nil }) { return nil }
  }

  override func makeWatch() -> FieldWatch { CaseWatch(self) }

  override func makeFollower() -> FieldFollower { CaseFollower(self) }
}

extension WireBytes {
  /// Moves into the case that a payload belongs to; returns false where another is.
  fileprivate func passCase(_ number: Int, _ offset: inout Int) throws(WireError) -> Bool {
    guard try tag(offset) == WireTag.list else { return false }
    offset += 1
    return try integer(&offset, as: Int.self) == number
  }
}

private final class CaseWatch<Value: Codable>: FieldWatch {
  private let shape: CaseShape<Value>
  private var tag = 0
  private var headerCount = 0
  /// Nil while the case is one that is encoded as a whole.
  private var payload: TableWatch?

  init(_ shape: CaseShape<Value>) {
    self.shape = shape
  }

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    let first = offset
    tag = shape.cases.tag(of: place)
    payload = nil
    guard let known = shape.payloads[tag] else {
      try bytes.skip(&offset)
      length = offset - first
      return true
    }
    guard try bytes.passCase(known.number, &offset) else { return false }
    headerCount = offset - first
    let watch = TableWatch(FieldTable.any(of: known.type))
    let isKnown = try shape.cases.withPayload(of: place, tag: tag) { place throws(WireError) in
      try watch.begin(place, bytes, &offset)
    }
    guard isKnown, try bytes.tag(offset) == WireTag.end else { return false }
    offset += 1
    length = offset - first
    payload = watch
    return true
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    guard let payload, shape.cases.tag(of: place) == tag else { return false }
    defer { length = headerCount + payload.length + 1 }
    return try shape.cases.withPayload(of: place, tag: tag) { place throws(WireError) in
      // The list of the case is a level, and so is the value in it.
      try payload.look(place, &changes, from: start + headerCount, depth: depth + 2, &writer)
    }
  }
}

private final class CaseFollower<Value: Codable>: FieldFollower {
  private let shape: CaseShape<Value>
  private var tag: Int?
  private var headerCount = 0
  /// Nil while the case is one that is decoded as a whole.
  private var payload: TableFollower?

  init(_ shape: CaseShape<Value>) {
    self.shape = shape
  }

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    let first = offset
    payload = nil
    try bytes.skip(&offset)
    length = offset - first
    for (tag, known) in shape.payloads.enumerated() {
      var inner = first
      guard let known, try bytes.passCase(known.number, &inner) else { continue }
      headerCount = inner - first
      let follower = TableFollower(FieldTable.any(of: known.type))
      if try follower.begin(bytes, &inner), inner == offset - 1 {
        self.tag = tag
        payload = follower
      }
    }
    return true
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    guard let payload, let tag, shape.cases.tag(of: place) == tag else { return nil }
    let payloadStart = start + headerCount
    let payloadEnd = payloadStart + payload.length
    guard splices.allSatisfy({ $0.isInside(payloadStart, payloadEnd) }) else { return nil }
    // Others may read the value, so it is asked by a copy.
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: place.assumingMemoryBound(to: Value.self).pointee)
    defer {
      copy.deinitialize(count: 1)
      copy.deallocate()
    }
    var source = WireReader(
      inside: reader, at: reader.position + headerCount, depth: reader.depth + 2)
    let payloadLength = length - headerCount - 1
    let found = try shape.cases.withPayload(of: copy, tag: tag) { place throws(WireError) in
      try payload.follow(splices, from: payloadStart, &source, length: payloadLength, place)
    }
    reader.memoryLeft = source.memoryLeft
    guard let edit = found else { return nil }
    self.length = length
    return { [cases = shape.cases] place, step in
      if case .reduce(let adopting) = step, !adopting.reachInto(Value.self) { return }
      cases.withPayload(of: place, tag: tag) { edit($0, step) }
    }
  }
}
