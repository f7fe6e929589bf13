import Glibc
import ZeroMQ

/// Reads and writes the files of keys.
enum KeyFiles {
  /// The people who may see what is in a file.
  enum Secrecy {
    /// Only its owner, or those whom root allows.
    case secret
    /// Everybody may read it, and only its owner and root may change it.
    case open
  }

  /// Reads a file. Throws where others than its owner could have read or written what is safe from them.
  ///
  /// - Parameter secrecy: Nil where nothing that it says is believed.
  static func read(_ path: String, _ secrecy: Secrecy?) throws(KeyError) -> String {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .system(
        "read the key file \(path)",
        absent: "Name the one that \"pando keys new NAME\" has made.")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("look at the key file \(path)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeyError(.unreadable, "Could not read the key file \(path): it is not a file.")
    }
    if let secrecy { try check(path, status, secrecy) }
    var bytes = [UInt8](repeating: 0, count: PublicKeyFile.bytesAtMost + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .system("read the key file \(path)") }
    guard count <= PublicKeyFile.bytesAtMost else { throw .malformed(path, .tooLong) }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw .malformed(path, .notText)
    }
    return text
  }

  /// Throws where others could read a secret or change what is believed.
  static func check(_ path: String, _ status: stat, _ secrecy: Secrecy) throws(KeyError) {
    let owner = status.st_uid
    guard owner == geteuid() || owner == 0 else {
      throw KeyError(
        .unsafeFile,
        "Will not use \(path): it belongs to user \(owner), who could change it. "
          + "Run: chown \(geteuid()) '\(path)'")
    }
    switch secrecy {
    case .secret:
      // What root owns may be given to a group, or by an access list, which shows in the group's bits:
      // so does systemd with credentials.
      let forbidden = owner == 0 && geteuid() != 0 ? S_IWGRP | S_IRWXO : S_IRWXG | S_IRWXO
      guard status.st_mode & forbidden == 0 else {
        throw KeyError(
          .unsafeFile,
          "Will not use the secret key in \(path): others may read it. Run: chmod 0600 '\(path)', and "
            + "make a new key if they may have.")
      }
    case .open:
      guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        throw KeyError(
          .unsafeFile,
          "Will not use \(path): others may write to it, and could let anybody in. "
            + "Run: chmod go-w '\(path)'")
      }
    }
  }

  /// Writes a new file, or another in the place of one, in one step, and returns it.
  @discardableResult
  static func write(
    _ text: String, to path: String, mode: mode_t, mayReplace: Bool
  ) throws(KeyError) -> FileIdentity {
    // Nobody else has its name, and only its owner may read it.
    var draft = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&draft)
    guard descriptor >= 0 else { throw .system("write the key file \(path)") }
    defer {
      unlink(draft)
      close(descriptor)
    }
    let bytes = Array(text.utf8)
    // So few bytes are written in one piece, or not at all.
    guard fchmod(descriptor, mode) == 0,
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
      let file = FileIdentity(descriptor: descriptor)
    else { throw .system("write the key file \(path)") }
    // A link is refused where a file is already; a rename takes its place.
    guard mayReplace ? Glibc.rename(draft, path) == 0 : link(draft, path) == 0 else {
      if errno == EEXIST {
        throw KeyError(
          .taken,
          "Could not write the key file \(path): it exists. Remove it, or choose another name.")
      }
      throw .system("write the key file \(path)")
    }
    return file
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }

  static func remove(_ path: String) throws(KeyError) {
    guard unlink(path) == 0 else { throw .system("remove the key file \(path)") }
  }

  /// Gives a file another name, in the place of the one that has it, in one step.
  static func rename(_ path: String, to other: String) throws(KeyError) {
    guard Glibc.rename(path, other) == 0 else {
      throw .system("put the key file \(path) in the place of \(other)")
    }
  }
}

extension KeyError {
  /// The system call that has just returned failed; `attempt` completes "Could not ...".
  ///
  /// - Parameter remedy: What helps where there is no such file.
  static func system(_ attempt: String, absent remedy: String? = nil) -> KeyError {
    let number = errno
    let advice = number == ENOENT ? remedy.map { " \($0)" } ?? "" : ""
    let isExhausted = [EMFILE, ENFILE, ENOMEM].contains(number)
    return KeyError(
      isExhausted ? .exhausted : .unreadable,
      "Could not \(attempt): \(String(cString: strerror(number))).\(advice)")
  }

  static func malformed(_ path: String, _ problem: KeyFileProblem) -> KeyError {
    KeyError(.malformed, "The key file \(path) \(problem).")
  }
}
