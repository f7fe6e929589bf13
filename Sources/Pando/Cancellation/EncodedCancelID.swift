import IssueReporting
import PandoWire
import Synchronization

/// A cancel identity as it crosses to a host, or back: its type, and its value.
///
/// An identity can cross when its type is `Encodable`, or when it is the case of an enum that holds
/// nothing. Any other crosses as a type without a value, which equals nothing.
@usableFromInline
package struct EncodedCancelID: Equatable, Sendable {
  /// The form of the value, by the byte before it.
  private enum Form: UInt8 {
    case encoded = 0
    case caseName = 1
    case none = 2
  }

  package let bytes: [UInt8]

  /// An identity that another process sent.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ id: CancelID) {
    let (form, value) = Self.value(of: id.base)
    bytes = TypeNames.bytes(of: type(of: id.base)) + [0, form.rawValue] + value
  }

  private static func value(of base: any Hashable & Sendable) -> (Form, [UInt8]) {
    if let base = base as? any Encodable {
      return (try? WireEncoder.encode(base)).map { (.encoded, $0) } ?? (.none, [])
    }
    // A description of one's own may be the same for two cases.
    if base is any CustomStringConvertible || base is any CustomDebugStringConvertible {
      return (.none, [])
    }
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return (.none, []) }
    return (.caseName, Array("\(base)".utf8))
  }

  // MARK: - Comparing

  private struct Parts {
    let place: PrivatePlace?
    let name: ArraySlice<UInt8>
    let form: Form
    let value: ArraySlice<UInt8>

    /// Nil when the bytes are none of ours.
    init?(_ bytes: [UInt8]) {
      guard let place = TypeNames.place(in: bytes) else { return nil }
      let rest = bytes.dropFirst(TypeNames.placeBytes)
      guard let end = rest.firstIndex(of: 0), end + 1 < bytes.count,
        let form = Form(rawValue: bytes[end + 1])
      else { return nil }
      self.place = place.build == 0 && place.place == 0 ? nil : place
      name = rest[..<end]
      self.form = form
      value = bytes[(end + 2)...]
    }

    func isOfType(of other: Parts) -> Bool {
      guard name == other.name else { return false }
      guard let place, let otherPlace = other.place else { return true }
      return !place.isKnownToDiffer(from: otherPlace)
    }
  }

  @usableFromInline
  package static func == (left: EncodedCancelID, right: EncodedCancelID) -> Bool {
    guard let left = Parts(left.bytes), let right = Parts(right.bytes) else { return false }
    return left.form != .none && left.form == right.form && left.value == right.value
      && left.isOfType(of: right)
  }

  // MARK: - What cannot cross

  /// Returns whether both are of one type, whose values cannot cross.
  package func cannotReach(_ other: EncodedCancelID) -> Bool {
    guard let own = Parts(bytes), let other = Parts(other.bytes) else { return false }
    return own.form == .none && own.isOfType(of: other)
  }

  private static let told = Mutex<Set<[UInt8]>>([])

  /// Reports, once for its type, that the identity cannot cross. Called without a lock, as reporters are users' code.
  package func reportUncrossable() {
    guard let parts = Parts(bytes), Self.told.withLock({ $0.insert(Array(parts.name)).inserted })
    else { return }
    let name = String(decoding: parts.name, as: UTF8.self)
    reportIssue(
      """
      An effect runs under an identity of type "\(name)" in one process, and was to be cancelled under \
      such an identity from another, which cannot be done: values of the type cannot cross between \
      processes.

      Make "\(name)" conform to "Codable".
      """)
  }
}

/// The names of types of identities: a private type's place in its build, and the name. Made once for
/// each type, as asking the runtime for a name is slow.
private enum TypeNames {
  static let placeBytes = 16

  private static let known = Mutex<[ObjectIdentifier: [UInt8]]>([:])

  static func bytes(of type: Any.Type) -> [UInt8] {
    let id = ObjectIdentifier(type)
    if let bytes = known.withLock({ $0[id] }) { return bytes }
    let place = PrivatePlace(of: type) ?? PrivatePlace(build: 0, place: 0)
    var bytes: [UInt8] = []
    for number in [place.build, place.place] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    bytes += nameInEveryProcess(of: type).utf8
    known.withLock { $0[id] = bytes }
    return bytes
  }

  static func place(in bytes: [UInt8]) -> PrivatePlace? {
    guard bytes.count >= placeBytes else { return nil }
    return bytes.withUnsafeBytes { bytes in
      PrivatePlace(
        build: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
        place: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}
