/// A value that holds another, or none, and is encoded as an optional.
package protocol WireHolder: Codable {
  associatedtype Held: Codable

  /// Lends the place of the value in a holder, for changing it there; nil when there is none.
  static func withPlace(
    of holder: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void)

  /// Lends the place of the value in a holder that others may read too; nil when there is none.
  static func readPlace(of holder: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void)
}

// The value of an optional lies at the optional's own address, and is the same there: the only payload of
// an enum is at offset 0, and `nil` is told by bits that no value has, or that lie behind it.
extension Optional: WireHolder where Wrapped: Codable {
  package typealias Held = Wrapped

  package static func withPlace(
    of holder: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void
  ) {
    if case .none = holder.assumingMemoryBound(to: Wrapped?.self).pointee {
      body(nil)
    } else {
      body(holder)
    }
  }

  package static func readPlace(
    of holder: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void
  ) {
    if case .none = holder.assumingMemoryBound(to: Wrapped?.self).pointee {
      body(nil)
    } else {
      body(holder)
    }
  }
}

/// Tells the parts of a value apart that is there, or not.
final class HolderShape<Holder: WireHolder>: FieldShape {
  /// Nil where the value has no parts. Does not ask for them: a type may hold itself.
  static func make() -> FieldShape? {
    let held = Holder.Held.self
    let hasParts =
      held is any WireRows.Type || held is any BitwiseCollection.Type
      || (held as? any WireCodable.Type).map {
        $0.wireFields.properties != nil || $0.wireFields.caseNames != nil
      } ?? false
    return hasParts ? HolderShape() : nil
  }

  override func makeWatch() -> FieldWatch { HolderWatch<Holder>() }

  override func makeFollower() -> FieldFollower { HolderFollower<Holder>() }
}

private final class HolderWatch<Holder: WireHolder>: FieldWatch {
  /// Nil while there is no value.
  private var held: TableWatch?

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    held = nil
    let first = offset
    let isNil = try bytes.tag(offset) == WireTag.null
    var result = Result<Bool, WireError>.success(false)
    Holder.withPlace(of: place) { place in
      guard let place else {
        offset += 1
        return result = .success(isNil)
      }
      if isNil { return }
      result = Result { () throws(WireError) in
        let watch = TableWatch(FieldTable.any(of: Holder.Held.self))
        guard try watch.begin(place, bytes, &offset) else { return false }
        held = watch
        return true
      }
    }
    length = offset - first
    return try result.get()
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    var result = Result<Bool, WireError>.success(false)
    Holder.withPlace(of: place) { place in
      switch (place, held) {
      case (nil, nil): result = .success(true)
      case (let place?, let held?):
        do throws(WireError) {
          result = .success(try held.look(place, &changes, from: start, depth: depth, &writer))
        } catch {
          result = .failure(error)
        }
        length = held.length
      default: break
      }
    }
    return try result.get()
  }
}

private final class HolderFollower<Holder: WireHolder>: FieldFollower {
  /// Nil while there is no value.
  private var held: TableFollower?

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    held = nil
    let first = offset
    if try bytes.tag(offset) == WireTag.null {
      offset += 1
    } else {
      let follower = TableFollower(FieldTable.any(of: Holder.Held.self))
      guard try follower.begin(bytes, &offset) else { return false }
      held = follower
    }
    length = offset - first
    return true
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    guard let held else { return nil }
    // Bytes that begin otherwise are for the whole to judge.
    guard try reader.bytes.tag(reader.position) != WireTag.null else { return nil }
    var found: FieldEdit?
    var failure: WireError?
    var source = WireReader(inside: reader, at: reader.position, depth: reader.depth)
    Holder.readPlace(of: place) { place in
      guard let place else { return }
      do throws(WireError) {
        found = try held.follow(splices, from: start, &source, length: length, place)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    reader.memoryLeft = source.memoryLeft
    guard let edit = found else { return nil }
    self.length = length
    return { holder, step in
      // Of anything else that is held, the holder as a whole is compared.
      if case .reduce(let adopting) = step, !adopting.contains(Holder.Held.self) { return }
      Holder.withPlace(of: holder) { if let place = $0 { edit(place, step) } }
    }
  }
}

extension WireReader {
  /// One for values that lie so deep in another, from an offset on in the bytes of a reader, whose memory it takes.
  init(inside reader: borrowing WireReader, at offset: Int, depth: Int) {
    self.init(
      UnsafeRawBufferPointer(start: reader.bytes.base, count: reader.bytes.end), at: offset,
      depth: depth)
    memoryLeft = reader.memoryLeft
  }
}
