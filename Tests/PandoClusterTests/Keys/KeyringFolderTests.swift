import Glibc
import Logging
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A keyring's folder")
struct KeyringFolderTests {
  let directory = TemporaryDirectory()
  let key: CurveKey

  init() throws {
    key = try CurveKeyPair.generate().publicKey
  }

  private var folder: KeyringFolder { KeyringFolder(path: directory.path) }

  private func write(_ text: String, _ name: String, mode: mode_t = 0o644) throws {
    try KeyFiles.write(text, to: "\(directory.path)/\(name)", mode: mode, mayReplace: true)
  }

  @Test("a key is trusted, listed and revoked")
  func wholeLife() throws {
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    #expect(try folder.read().keyring.entries == [key: .init(name: "app", roles: [.client])])
    try folder.trust(PublicKeyFile(key: key, roles: [.worker]), name: "app")
    #expect(try folder.read().keyring.entries == [key: .init(name: "app", roles: [.worker])])
    #expect(try folder.revoke("app") == key)
    #expect(try folder.read().keyring.entries.isEmpty)
    #expect(directory.files() == [])
  }

  @Test("a name is one key's, and a key has one name")
  func taken() throws {
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    let other = try CurveKeyPair.generate().publicKey
    for (key, name) in [(other, "app"), (key, "other")] {
      let error = #expect(throws: KeyError.self) {
        try folder.trust(PublicKeyFile(key: key, roles: [.worker]), name: name)
      }
      #expect(error?.code == .taken)
      #expect(error?.message.contains("pando keys revoke app") == true)
    }
    #expect(try folder.read().keyring.entries == [key: .init(name: "app", roles: [.client])])
  }

  @Test("a name is one key's, and a key has one name, where two files have the key, too")
  func takenTwice() throws {
    try write(PublicKeyFile(key: key, roles: [.client, .worker]).text, "a.pub")
    let second = PublicKeyFile(key: key, roles: [.client])
    try write(second.text, "b.pub")
    let other = try CurveKeyPair.generate().publicKey
    for (key, name) in [(other, "a"), (other, "b"), (key, "a"), (key, "b"), (key, "c")] {
      let error = #expect(throws: KeyError.self) {
        try folder.trust(PublicKeyFile(key: key, roles: [.worker]), name: name)
      }
      #expect(error?.code == .taken)
    }
    #expect(try folder.read().keyring.entries == [key: .init(name: "a", roles: [.client])])
    #expect(try PublicKeyFile(path: "\(directory.path)/b.pub") == second)
  }

  @Test("what cannot be used of a keyring is in nobody's way")
  func unusable() throws {
    try write("nonsense", "app.pub")
    try write(PublicKeyFile(key: key, roles: [.client]).text, "no name.pub")
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    #expect(try folder.read().keyring.has(key, .client))
  }

  @Test("revoking takes out every file with the same key")
  func everyFile() throws {
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    try write(PublicKeyFile(key: key, roles: [.client]).text, "copy.pub")
    try folder.revoke("copy")
    #expect(directory.files() == [])
  }

  @Test(
    "revoking takes out every file with the same key, whoever may write to them and to the folder")
  func everyUnsafeFile() throws {
    for (mode, folderMode) in [(0o666, 0o700), (0o644, 0o777), (0o666, 0o777)] as [(mode_t, mode_t)]
    {
      try write(PublicKeyFile(key: key, roles: [.client]).text, "app.pub", mode: mode)
      try write(PublicKeyFile(key: key, roles: [.client]).text, "copy.pub")
      try write(PublicKeyFile(key: key, roles: [.client]).text, "other.pub", mode: mode)
      chmod(directory.path, folderMode)
      #expect(try folder.revoke("app") == key)
      chmod(directory.path, 0o700)
      #expect(directory.files() == [])
    }
  }

  @Test("a file that does not tell its key is removed, and that is no success")
  func untold() throws {
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "other")
    for text in ["nonsense", "public-key \(key.z85)\nroles boss\n", ""] {
      try write(text, "app.pub")
      let error = #expect(throws: KeyError.self) { try folder.revoke("app") }
      #expect(error?.code == .malformed)
      #expect(error?.message.contains("another file of the keyring may still trust") == true)
      #expect(directory.files() == ["other.pub"])
    }
    #expect(try folder.revoke("other") == key)
  }

  @Test("a key that is not there cannot be revoked, and the others are named")
  func unknown() throws {
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    for name in ["other", "../app", ""] {
      let error = #expect(throws: KeyError.self) { try folder.revoke(name) }
      #expect(error?.code == .unknown)
      #expect(error?.message.contains("It has app.") == true)
    }
  }

  @Test("what others may write to is not believed")
  func writable() throws {
    try write(PublicKeyFile(key: key, roles: [.client]).text, "app.pub", mode: 0o666)
    let content = try folder.read()
    #expect(content.keyring.entries.isEmpty)
    guard case .unreadable(let reason)? = content.problems["app.pub"] else {
      Issue.record("\(content.problems)")
      return
    }
    #expect(reason.contains("chmod go-w"))
    chmod(directory.path, 0o777)
    let error = #expect(throws: KeyError.self) { try folder.read() }
    #expect(error?.code == .unsafeFile)
    chmod(directory.path, 0o700)
  }

  @Test("files of other names, hidden files and folders are no keys")
  func otherFiles() throws {
    try write("anything", "README")
    try write("anything", ".app.pub")
    mkdir("\(directory.path)/dir.pub", 0o755)
    let content = try folder.read()
    #expect(content.keyring.entries.isEmpty)
    #expect(content.problems.keys.sorted() == ["dir.pub"])
    rmdir("\(directory.path)/dir.pub")
  }

  @Test("a secret key that others may read is not used")
  func secret() throws {
    let made = try NewKeyFiles.make("app", in: directory.path)
    var status = stat()
    #expect(stat(made.secretPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(made.publicPath, &status) == 0 && status.st_mode & 0o777 == 0o644)
    let keys = ClusterKeys.files(keyring: directory.path, key: made.secretPath)
    #expect(try keys.load(to: "test", logger: .quiet).pair.publicKey == made.key)
    for mode: mode_t in [0o640, 0o604, 0o660] {
      chmod(made.secretPath, mode)
      let error = #expect(throws: KeyError.self) { try keys.load(to: "test", logger: .quiet) }
      #expect(error?.code == .unsafeFile)
      #expect(error?.message.contains("chmod 0600") == true)
    }
  }

  @Test("a new key never takes the place of one that is there")
  func noReplacing() throws {
    let made = try NewKeyFiles.make("app", in: directory.path)
    for path in [made.secretPath, made.publicPath] {
      let error = #expect(throws: KeyError.self) {
        try NewKeyFiles.make("app", in: directory.path)
      }
      #expect(error?.code == .taken)
      unlink(path)
    }
    #expect(directory.files() == [])
  }

  @Test("keys that are missing are asked for by their options and variables")
  func missing() throws {
    let keys = ClusterKeys(keyring: directory.path, key: "/nonexistent/app.key")
    let error = #expect(throws: KeyError.self) { try keys.load(to: "test", logger: .quiet) }
    #expect(error?.code == .unreadable)
    let none = #expect(throws: KeyError.self) {
      try ClusterKeys.environment.load(to: "listen", logger: .quiet)
    }
    #expect(none?.code == .noKeys)
    #expect(none?.message.contains("PANDO_KEYRING") == true)
  }
}

@Suite("The watch on a keyring")
struct KeyringWatchTests {
  let directory = TemporaryDirectory()
  let key: CurveKey

  init() throws {
    key = try CurveKeyPair.generate().publicKey
  }

  @Test("what is trusted and revoked while it runs is believed, and logged once each")
  func follows() async throws {
    let log = LogRecorder()
    let folder = KeyringFolder(path: directory.path)
    let watch = try KeyringWatch(folder, logger: log.logger)
    #expect(!watch.keyring.has(key, .client))
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    #expect(await eventually { watch.keyring.has(key, .client) })
    try folder.revoke("app")
    #expect(await eventually { !watch.keyring.has(key, .client) })
    // A keyring is believed first, then its change is counted, and then it is logged.
    #expect(await eventually { log.count(.notice, "has lost") >= 1 })
    #expect(watch.changeCount == 2)
    #expect(log.count(.notice, "is trusted now") == 1)
    #expect(log.count(.notice, "has lost") == 1)
  }

  @Test("a folder that is gone has no keys, and one that comes back has them again")
  func goneFolder() async throws {
    let log = LogRecorder()
    let path = directory.path + "/keyring"
    let folder = KeyringFolder(path: path)
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    let watch = try KeyringWatch(folder, logger: log.logger)
    #expect(watch.keyring.has(key, .client))
    rename(path, path + "-away")
    #expect(await eventually { !watch.keyring.has(key, .client) })
    #expect(await eventually { log.count(.error, "nobody is trusted") == 1 })
    rename(path + "-away", path)
    #expect(await eventually { watch.keyring.has(key, .client) })
    try folder.revoke("app")
    rmdir(path)
  }

  @Test("a file that cannot be used is logged once for each way of being wrong")
  func badFile() async throws {
    let log = LogRecorder()
    let watch = try KeyringWatch(KeyringFolder(path: directory.path), logger: log.logger)
    let path = "\(directory.path)/app.pub"
    try KeyFiles.write("nonsense", to: path, mode: 0o644, mayReplace: true)
    #expect(await eventually { log.count(.error, "begins its line 1 with") == 1 })
    try KeyFiles.write("", to: path, mode: 0o644, mayReplace: true)
    #expect(await eventually { log.count(.error, "has no line") == 1 })
    try await Task.sleep(for: .milliseconds(500))
    #expect(log.count(.error, "key file") == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("a keyring that has been left alone for long is read again when it changes")
  func settled() async throws {
    let folder = KeyringFolder(path: directory.path)
    try folder.trust(PublicKeyFile(key: key, roles: [.client]), name: "app")
    let watch = try KeyringWatch(folder, logger: .quiet)
    let marks = try folder.marks()
    #expect(await eventually { marks.isSettled })
    try await Task.sleep(for: .milliseconds(500))
    #expect(try folder.marks() == marks)
    // Written in place, with as many bytes as before.
    let path = "\(directory.path)/app.pub"
    let text = PublicKeyFile(key: key, roles: [.worker]).text
    let file = try #require(fopen(path, "r+"))
    fputs(text, file)
    fclose(file)
    #expect(await eventually { watch.keyring.entries[key]?.roles == [.worker] })
    chmod(path, 0o666)
    #expect(await eventually { watch.keyring.entries.isEmpty })
  }

  @Test("those who use one keyring share its watch, and it goes with the last of them")
  func shared() async throws {
    let folder = KeyringFolder(path: directory.path)
    var first: KeyringWatch? = try .shared(folder, logger: .quiet)
    let second: KeyringWatch? = try .shared(folder, logger: .quiet)
    #expect(first === second)
    weak let gone = first
    first = nil
    _ = consume second
    #expect(await eventually { gone == nil })
  }
}
