import Foundation
import Glibc
package import Pando

/// A child that reads files which it was granted.
@Reducer
package struct Reader {
  package struct State: Codable, Equatable, Sendable {
    package var texts: [String] = []
    package var held: FileGrant?
    /// By deed: the error's number, or 0 where it could.
    package var outcomes: [String: Int32] = [:]

    package init() {}
  }

  package enum Action: Codable, Sendable {
    case read(FileGrant)
    /// Reads in an effect, that much later.
    case readLater(FileGrant, milliseconds: Int)
    /// Moves the file's position, then stays in the reducer where the process is this one; reads what is left of the file.
    case readSlowly(FileGrant, stayingIn: Int32)
    case hasRead(String)
    case hold(FileGrant?)
    case readHeld
    /// Reads the first by a closure within another's, and holds so many more files open.
    case readTwice(FileGrant, FileGrant)
    case takeDescriptors
    /// Tries what a right to read does not let one do.
    case abuse(FileGrant)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read(let grant):
        state.texts.append(Self.text(of: grant))
      case .readLater(let grant, let milliseconds):
        return .run { send in
          try await Task.sleep(for: .milliseconds(milliseconds))
          await send(.hasRead(Self.text(of: grant)))
        }
      case .readSlowly(let grant, let process):
        state.texts.append(
          Self.text(of: grant) { descriptor in
            if getpid() == process {
              _ = Self.rest(of: descriptor)
              sleep(30)
            }
          })
      case .hasRead(let text):
        state.texts.append(text)
      case .hold(let grant):
        state.held = grant
      case .readHeld:
        state.texts.append(state.held.map { Self.text(of: $0) } ?? "nothing is held")
      case .readTwice(let grant, let other):
        state.texts.append(
          Self.text(of: grant) { _ in
            for each in [grant, other] { state.texts.append(Self.text(of: each)) }
          })
      case .takeDescriptors:
        while open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0 {}
      case .abuse(let grant):
        try? grant.withDescriptor { descriptor in
          state.outcomes = Self.abuse(descriptor)
        }
      }
      return .none
    }
  }

  /// The text in a file, or why it cannot be read.
  package static func text(
    of grant: FileGrant, _ body: (Int32) throws -> Void = { _ in }
  ) -> String {
    do {
      return try grant.withDescriptor { descriptor in
        try body(descriptor)
        return rest(of: descriptor)
      }
    } catch {
      return "\(error)"
    }
  }

  private static func rest(of descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &part, part.count), count > 0 {
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func abuse(_ descriptor: Int32) -> [String: Int32] {
    func outcome(_ result: Int) -> Int32 {
      let number = errno
      return result < 0 ? number : 0
    }
    let path = "/proc/self/fd/\(descriptor)"
    return [
      "write": outcome(write(descriptor, "x", 1)),
      "pwrite": outcome(pwrite(descriptor, "x", 1, 0)),
      "truncate": outcome(Int(ftruncate(descriptor, 0))),
      "allocate": outcome(Int(posix_fallocate(descriptor, 0, 1 << 20) == 0 ? 0 : -1)),
      "open to read": outcome(Int(open(path, O_RDONLY))),
      "open to write": outcome(Int(open(path, O_RDWR))),
      "open to truncate": outcome(Int(open(path, O_RDONLY | O_TRUNC))),
      "open beneath": outcome(Int(openat(descriptor, "..", O_RDONLY))),
      "share for writing": outcome(
        mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) == MAP_FAILED ? -1 : 0),
      "execute": outcome(
        mmap(nil, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0) == MAP_FAILED ? -1 : 0),
      "own": outcome(Int(fchown(descriptor, getuid(), getgid()))),
      "dates": outcome(Int(futimens(descriptor, nil))),
      "link": outcome(
        Int(linkat(AT_FDCWD, path, AT_FDCWD, "/tmp/pando-linked", AT_SYMLINK_FOLLOW))),
      "change folder": outcome(Int(fchdir(descriptor))),
      // The system call answers 0 there, and does nothing; the test looks at the file.
      "mode": {
        _ = fchmod(descriptor, 0o777); return EPERM
      }(),
    ]
  }
}

/// The parent of a reader in a sandbox, or in none.
@Reducer
package struct Desk {
  package struct State: Sendable {
    package var reader: Reader.State? = Reader.State()
    /// The second, with the same sandbox.
    package var other: Reader.State? = Reader.State()

    package init() {}
  }

  package enum Action: Sendable {
    case reader(Reader.Action)
    case other(Reader.Action)
    case clear
  }

  package let sandbox: Sandbox?

  package init(_ sandbox: Sandbox?) { self.sandbox = sandbox }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .clear = action { state.reader = nil }
      return .none
    }
    .ifLet(\.reader, action: \.reader) { Reader().hosted(sandbox: sandbox) }
    .ifLet(\.other, action: \.other) { Reader().hosted(sandbox: sandbox) }
  }
}
