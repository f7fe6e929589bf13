import Glibc

/// A file that is open, for a hosted feature to read whatever files its ``Sandbox`` gives it.
///
/// ```swift
/// store.send(.preview(.presented(.open(try FileGrant(reading: url)))))
///
/// // In the feature, on its worker:
/// let image = try grant.withDescriptor { try decode($0) }
/// ```
///
/// What is in the file goes over, and no right to write, or to open it anew; its path can be seen, and the file be locked
/// (`flock`). Copies are equal, and stand for one open file in each process. In the program it is open until the last copy goes: one in an action goes with
/// its commit, one in a state with that. A worker has the file from when it reads the action or the state, and for as long
/// as it holds a copy; an effect that captures one has it to its end. When a worker dies, the next one has the file from
/// its first byte. Each is one of the worker's open files.
///
/// Workers that the program starts itself, by `.workers(2)` or a `WorkerPool`, can have it. On another, and where it is
/// read from what a program that has ended left, ``withDescriptor(_:)`` throws.
public struct FileGrant: Sendable {
  private let file: GrantedFile

  /// Opens a file. It must be a regular one, and the program must have the right to read it; a link is followed.
  public init(reading path: String) throws(FileGrantError) {
    file = try GrantedFile(reading: path)
  }

  /// Runs a closure with the file's descriptor, at the first byte. It is closed by nobody else meanwhile, and must not be
  /// closed. The closure runs on the calling thread.
  ///
  /// - Throws: `FileGrantError`, and what the closure throws. One closure at a time has the file, as its position is one:
  ///   another one's call throws ``FileGrantError/inUse``.
  public func withDescriptor<Result>(
    _ body: (_ descriptor: Int32) throws -> Result
  ) throws -> Result {
    try file.withDescriptor(body)
  }
}

extension FileGrant: Hashable {
  /// True if they stand for one file that was opened once.
  public static func == (one: Self, other: Self) -> Bool { one.file.token == other.file.token }

  /// Hashes the file that it stands for.
  public func hash(into hasher: inout Hasher) { hasher.combine(file.token) }
}

extension FileGrant: Codable {
  /// Writes what the file is known by in the processes that have it. Nothing else can be read from that.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(file.token.description)
  }

  /// Takes the file that is known by what was written. Where there is none, `withDescriptor(_:)` throws; this does not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = GrantToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no granted file")
    }
    file = GrantedFile.of(token)
  }
}

extension FileGrant: CustomStringConvertible, CustomReflectable {
  /// A few signs by which it is told from others; never the path.
  public var description: String { "FileGrant(\(file.token.description.prefix(8)))" }

  /// A value without parts.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Why a file cannot be granted, or read.
public enum FileGrantError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened: the number of the system's error.
  case unreadable(path: String, errno: Int32)
  /// There is a folder, a pipe, a socket or a device.
  case notAFile(path: String)
  /// The program does not hold the grant any more, or never did.
  case gone
  /// The worker is one that the program has not started itself.
  case elsewhere
  /// Another closure has the file.
  case inUse
  /// The file cannot be handed to the worker: the number of the system's error.
  case failed(errno: Int32)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .unreadable(let path, let number):
      "\"\(path)\" cannot be granted: \(String(cString: strerror(number)))"
    case .notAFile(let path):
      "\"\(path)\" cannot be granted: it is not a regular file"
    case .gone:
      "the granted file is gone: the program holds the grant no longer. Keep it in a state, or in the action that uses it"
    case .elsewhere:
      "a file can only be granted to workers that the program starts itself. Use \".workers(2)\" or a \"WorkerPool\""
    case .inUse:
      "the granted file is being read already. Read it in one closure at a time"
    case .failed(let number):
      "the granted file cannot be handed to the worker: \(String(cString: strerror(number)))"
    }
  }
}
