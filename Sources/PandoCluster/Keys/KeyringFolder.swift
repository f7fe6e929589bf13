import Glibc
package import ZeroMQ

/// A folder with a file for each public key that is trusted: `NAME.pub`. Other files are left alone.
package struct KeyringFolder: Hashable, Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The result of a look.
  package struct Content: Sendable {
    package var keyring: Keyring
    /// The problems, by the names of files.
    package var problems: [String: KeyFileProblem]
  }

  /// Reads every key.
  ///
  /// - Throws: An error where the folder cannot be read, or others may write to it; `.exhausted` where nothing is left to
  ///   read it, or one of its files, with.
  package func read() throws(KeyError) -> Content {
    var texts: [(file: String, text: String)] = []
    var problems: [String: KeyFileProblem] = [:]
    for file in try fileNames() {
      do throws(KeyError) {
        texts.append((file, try KeyFiles.read("\(path)/\(file)", .open)))
      } catch {
        if error.code == .exhausted { throw error }
        problems[file] = .unreadable(reason: error.message)
      }
    }
    let read = Keyring.read(texts)
    return Content(
      keyring: read.keyring, problems: problems.merging(read.problems) { first, _ in first })
  }

  /// - Parameter isChecked: False where nothing is believed that the folder has.
  func fileNames(isChecked: Bool = true) throws(KeyError) -> [String] {
    guard let folder = opendir(path) else {
      throw .system(
        "read the keyring \(path)",
        absent: "Name the folder to which \"pando keys trust FILE --role ROLE\" has added a key.")
    }
    defer { closedir(folder) }
    var status = stat()
    guard fstat(dirfd(folder), &status) == 0 else {
      throw .system("look at the keyring \(path)")
    }
    if isChecked { try KeyFiles.check(path, status, .open) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(PublicKeyFile.suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  // MARK: - Changes

  /// Lets the holder of a key be something, under a name. One that is there under the name has its roles
  /// replaced.
  ///
  /// - Throws: `.taken` when a file of that name has another key, or a file of another name has the key, though it may
  ///   not be believed: of two files with one key, only the roles that both give count.
  package func trust(_ file: PublicKeyFile, name: String) throws(KeyError) {
    guard KeyName.isValid(name) else {
      throw .malformed("\(name)\(PublicKeyFile.suffix)", .name)
    }
    try create()
    try requireFree(file, name: name)
    try KeyFiles.write(
      file.text, to: "\(path)/\(name)\(PublicKeyFile.suffix)", mode: 0o644, mayReplace: true)
  }

  /// Throws `.taken` where a key cannot be trusted under a name, as `trust` does.
  func requireFree(_ file: PublicKeyFile, name: String) throws(KeyError) {
    for other in try fileNames().map({ String($0.dropLast(PublicKeyFile.suffix.utf8.count)) }) {
      let otherPath = "\(path)/\(other)\(PublicKeyFile.suffix)"
      guard KeyName.isValid(other),
        let known = try? PublicKeyFile(path: otherPath, isChecked: false)
      else { continue }
      let key = known.key
      if key == file.key, other != name {
        throw KeyError(
          .taken,
          """
          Could not trust \(name): the keyring \(path) has the same key as \(other). Change that one: \
          \(KeyRole.trustCommand(key, name: other, known.roles.union(file.roles), keyring: path)), or \
          revoke it first: pando keys revoke \(other)
          """)
      }
      if key != file.key, other == name {
        throw KeyError(
          .taken,
          "Could not trust \(name): the keyring \(path) has another key of that name. Choose another name, "
            + "or revoke it first: pando keys revoke \(name)")
      }
    }
  }

  /// Takes a key out, with every file that holds the same one, the file of that name last. Returns the key.
  ///
  /// - Throws: An error where the file does not tell its key, too: it is gone then, and another may hold the same one.
  @discardableResult
  package func revoke(_ name: String) throws(KeyError) -> CurveKey {
    let path = "\(path)/\(name)\(PublicKeyFile.suffix)"
    var status = stat()
    guard KeyName.isValid(name), lstat(path, &status) == 0 else {
      let names = ((try? fileNames()) ?? []).map { $0.dropLast(PublicKeyFile.suffix.utf8.count) }
      throw KeyError(
        .unknown,
        "The keyring \(self.path) has no key \(name). It has "
          + (names.isEmpty ? "none." : "\(names.joined(separator: ", "))."))
    }
    // The key is only looked for: whoever may have written it there gains nothing.
    let key: CurveKey
    do throws(KeyError) {
      key = try PublicKeyFile(path: path, isChecked: false).key
    } catch {
      try KeyFiles.remove(path)
      throw KeyError(
        error.code,
        "Removed \(path), but it does not tell which key it held, so another file of the keyring may still trust "
          + "that key (see \"pando keys list\"). \(error.message)")
    }
    var failure: KeyError?
    do throws(KeyError) { try removeCopies(of: key, but: name) } catch { failure = error }
    try KeyFiles.remove(path)
    if let failure { throw failure }
    return key
  }

  /// Removes every file that holds a key but the one of a name. Throws the first failure, once the others are removed.
  func removeCopies(of key: CurveKey, but name: String) throws(KeyError) {
    var failure: KeyError?
    for file in try fileNames(isChecked: false) where file != name + PublicKeyFile.suffix {
      let path = "\(path)/\(file)"
      guard (try? PublicKeyFile(path: path, isChecked: false).key) == key else { continue }
      do throws(KeyError) { try KeyFiles.remove(path) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Returns the file of a name; nil where there is none.
  func file(_ name: String) throws(KeyError) -> PublicKeyFile? {
    let path = "\(path)/\(name)\(PublicKeyFile.suffix)"
    return KeyFiles.exists(path) ? try PublicKeyFile(path: path) : nil
  }

  /// Gives a key another name, in the place of the key that has it, in one step.
  func rename(_ name: String, to other: String) throws(KeyError) {
    try KeyFiles.rename(
      "\(path)/\(name)\(PublicKeyFile.suffix)", to: "\(path)/\(other)\(PublicKeyFile.suffix)")
  }

  private func create() throws(KeyError) {
    // Whatever the mask of who makes it: public keys are for other users, too.
    if mkdir(path, 0o755) == 0, chmod(path, 0o755) == 0 { return }
    if errno == EEXIST { return }
    throw .system("make the keyring \(path)")
  }
}
