import Glibc
import PandoWire
import Synchronization

/// The name of a granted file. Nobody guesses it, so whoever has it was given it.
package struct GrantToken: Hashable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  init() {
    self.init(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }

  init?(_ text: String) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  package var description: String { high.hexadecimal + low.hexadecimal }
}

/// A granted file as one process has it. It is open for as long as somebody holds the object.
///
/// A worker's is asked of the program when an action or a state that names it is decoded, and not when it is read: the
/// program holds the action until its commit, and an effect of the action begins after that.
package final class GrantedFile: Sendable {
  let token: GrantToken
  private let descriptor: Result<Int32, FileGrantError>
  private let isInUse = Atomic<Bool>(false)

  private struct Weak {
    weak var file: GrantedFile?
  }

  private static let living = Mutex<[GrantToken: Weak]>([:])
  private static let source = Mutex<(@Sendable (GrantToken) -> Result<Int32, FileGrantError>)?>(nil)

  private init(_ token: GrantToken, _ descriptor: Result<Int32, FileGrantError>) {
    self.token = token
    self.descriptor = descriptor
  }

  convenience init(reading path: String) throws(FileGrantError) {
    // Whoever opens a pipe waits else for the one who writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    self.init(GrantToken(), .success(descriptor))
    Self.living.withLock { $0[token] = Weak(file: self) }
  }

  deinit {
    guard case .success(let descriptor) = descriptor else { return }
    close(descriptor)
    // Another may be there by now, as the weak reference to this one was nil before. It must not go with the lock held.
    let other = Self.living.withLock { living in
      let other = living[token]?.file
      if other == nil { living[token] = nil }
      return other
    }
    withExtendedLifetime(other) {}
  }

  /// Has files that this process does not have asked of the program that started it. Called before anything is decoded.
  package static func ask(
    _ source: @escaping @Sendable (GrantToken) -> Result<Int32, FileGrantError>
  ) {
    self.source.withLock { $0 = source }
  }

  /// Returns the file, asked for where this process does not have it.
  static func of(_ token: GrantToken) -> GrantedFile {
    if let file = living.withLock({ $0[token]?.file }) { return file }
    guard let source = source.withLock({ $0 }) else { return GrantedFile(token, .failure(.gone)) }
    let file = GrantedFile(token, source(token))
    guard case .success = file.descriptor else { return file }
    return living.withLock { living in
      // Another thread may have asked, too.
      if let first = living[token]?.file { return first }
      living[token] = Weak(file: file)
      return file
    }
  }

  /// Opens a file that this process holds anew, with a position of its own. The caller closes it. Any thread.
  package static func copy(of token: GrantToken) -> Result<Int32, FileGrantError> {
    guard let file = living.withLock({ $0[token]?.file }) else { return .failure(.gone) }
    return withExtendedLifetime(file) {
      file.descriptor.flatMap { own in
        let copy = open("/proc/self/fd/\(own)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
        return copy < 0 ? .failure(.failed(errno: errno)) : .success(copy)
      }
    }
  }

  func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    let descriptor = try descriptor.get()
    guard !isInUse.exchange(true, ordering: .acquiring) else { throw FileGrantError.inUse }
    defer { isInUse.store(false, ordering: .releasing) }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileGrantError.failed(errno: errno) }
    return try body(descriptor)
  }
}
