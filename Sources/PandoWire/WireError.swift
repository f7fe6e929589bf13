/// Why a value could not be encoded, or bytes could not be decoded: what, at which byte, and where
/// in the value.
public struct WireError: Error, Sendable {
  /// The kind of a failure.
  public enum Problem: Equatable, Sendable {
    /// The bytes end in the middle of a value.
    case unexpectedEnd
    /// Another kind of value stands there than the type asks for.
    case mismatch(expected: String, found: String)
    /// A nil stands where the type asks for a value.
    case missingValue(expected: String)
    /// The keyed container has no such key.
    case missingKey(String)
    /// A number stands there that the type cannot hold.
    case outOfRange(expected: String)
    /// A string whose bytes are not UTF-8.
    case invalidUTF8
    /// A variable-length number that takes more than 64 bits.
    case invalidVarint
    /// A count or length beyond what the bytes that remain could hold.
    case countBeyondBytes(count: UInt64, remaining: Int)
    /// Values are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The whole is larger than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// Bytes follow the end of the value.
    case trailingBytes(Int)
    /// A patch that does not fit the bytes it is for.
    case invalidPatch
    /// A container was used in a way that has no encoding.
    case misuse(String)
    /// The type's own code refused the value.
    case rejected(String)
  }

  // One reference, so that a function that can throw this pays for one register only.
  private let details: Details

  private final class Details: Sendable {
    let problem: Problem
    let offset: Int?
    let path: String?

    init(problem: Problem, offset: Int?, path: String?) {
      self.problem = problem
      self.offset = offset
      self.path = path
    }
  }

  /// An error at a byte offset and a coding path, as far as they are known. Of a text of more than 1,024 bytes it keeps
  /// the front, with three dots behind.
  public init(_ problem: Problem, offset: Int? = nil, path: String? = nil) {
    details = Details(problem: problem.cut(), offset: offset, path: path)
  }

  /// The kind of the failure.
  public var problem: Problem { details.problem }

  /// The byte at which it went wrong, counted from the first byte of the encoded value.
  public var offset: Int? { details.offset }

  /// The keys and indices that lead to the place, as in `rows[3].name`; empty at the root. Of a long path the
  /// front, with three dots behind.
  public var path: String? { details.path }

  func located(offset: Int? = nil, path: @autoclosure () -> String?) -> WireError {
    if self.path != nil { return self }
    return WireError(problem, offset: self.offset ?? offset, path: path())
  }
}

extension WireError: Equatable {
  /// Returns whether both say the same problem at the same place.
  public static func == (left: WireError, right: WireError) -> Bool {
    left.problem == right.problem && left.offset == right.offset && left.path == right.path
  }
}
