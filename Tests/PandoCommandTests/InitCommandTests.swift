import Foundation
import Testing

@testable import PandoTool

/// That a new package builds and passes its tests is `Scripts/check-init`, which CI runs.
@Suite("pando init, as a process")
struct InitCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(["init"] + arguments, folder: folder, runtime: folder).end()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
  }

  @Test("a package has its files, under its name, and depends on the checkout of the command")
  func files() async throws {
    let outcome = try await run("grove-of_aspens", "--json")
    #expect(outcome.code == 0, "\(outcome.error)")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let document = try #require(value as? [String: Any])
    #expect(document["name"] as? String == "grove-of_aspens")
    let files = try #require(document["files"] as? [String])
    #expect(files.contains("Sources/GroveOfAspens/WordCounter.swift"))
    for file in files {
      let text = try text("grove-of_aspens/" + file)
      #expect(!text.contains("{{"), "\(file)")
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(file)")
    }
    let manifest = try text("grove-of_aspens/Package.swift")
    let line = try #require(manifest.firstMatch(of: /path: "([^"]*)"/))
    // As the package manager reads it: from the package on.
    let package = URL(fileURLWithPath: "\(folder.path)/grove-of_aspens", isDirectory: true)
    let checkout = URL(fileURLWithPath: String(line.1), relativeTo: package)
    #expect(Checkout.isPando(checkout), "\(line.1)")
    // What begins a line of a recipe.
    #expect(try text("grove-of_aspens/Makefile").contains("\n\tswift test"))
  }

  @Test("a package depends on its checkout where a symbolic link leads to it, too")
  func link() async throws {
    let files = FileManager.default
    for name in ["pando", "far/away"] {
      try files.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    try #"let package = Package(name: "pando")  // "PandoCluster""#.write(
      toFile: "\(folder.path)/pando/Package.swift", atomically: true, encoding: .utf8)
    try files.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/far/away")
    let outcome = try await run(
      "\(folder.path)/link/grove", "--path", "\(folder.path)/pando")
    #expect(outcome.code == 0, "\(outcome.error)")
    let manifest = try text("far/away/grove/Package.swift")
    let line = try #require(manifest.firstMatch(of: /path: "([^"]*)"/))
    for place in ["far/away/grove", "link/grove"] {
      let package = URL(fileURLWithPath: "\(folder.path)/\(place)", isDirectory: true)
      let checkout = URL(fileURLWithPath: String(line.1), relativeTo: package)
      #expect(checkout.standardizedFileURL.path == "\(folder.path)/pando", "\(line.1)")
    }
  }

  @Test("a package depends on a version behind a URL, where that is given")
  func url() async throws {
    let outcome = try await run(
      "grove", "--url", "https://git.example.org/pando", "--from", "1.2.3")
    #expect(outcome.code == 0)
    #expect(
      try text("grove/Package.swift").contains(
        #".package(url: "https://git.example.org/pando", from: "1.2.3")"#))
    #expect(try productPackages("grove") == ["pando", "pando", "pando", "pando"])
  }

  /// The names of packages by which the targets of a manifest mean Pando's products.
  private func productPackages(_ name: String) throws -> [String] {
    try text("\(name)/Package.swift").matches(of: /, package: "([^"]*)"/).map { String($0.1) }
  }

  @Test(
    "targets name Pando by the last part of its URL, as the package manager does",
    arguments: [
      ("https://git.example.org/My-Pando.git", "my-pando"),
      ("git@git.example.org:groves/pando-fork.git", "pando-fork"),
      ("file:///srv/git/aspen/", "aspen"),
    ])
  func identity(url: String, name: String) async throws {
    let outcome = try await run("grove", "--url", url, "--from", "v1.2.3-rc.1+4")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try productPackages("grove") == [name, name, name, name])
    #expect(
      try text("grove/Package.swift").contains(
        ".package(url: \"\(url)\", from: \"1.2.3-rc.1+4\")"))
  }

  @Test("the version is that of the command, unless another is given")
  func version() async throws {
    #expect(try await run("grove", "--url", "https://git.example.org/pando").code == 0)
    #expect(try text("grove/Package.swift").contains("from: \"\(PandoVersion.number)\")"))
  }

  @Test("no place can end the quotes that it is in")
  func quotes() async throws {
    // A checkout, as far as the command looks.
    let checkout = #"a "grove" of \(aspens)"#
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(checkout)", withIntermediateDirectories: true)
    try #"name: "pando" "PandoCluster""#.write(
      toFile: "\(folder.path)/\(checkout)/Package.swift", atomically: true, encoding: .utf8)
    #expect(try await run("grove", "--path", checkout).code == 0)
    let escaped = #"path: "../a \"grove\" of \\(aspens)")"#
    #expect(try text("grove/Package.swift").contains(escaped))
    #expect(try productPackages("grove") == ["pando", "pando", "pando", "pando"])
    #expect(try await run("aspen", "--url", #"/srv/a"b\c"#).code == 0)
    let manifest = try text("aspen/Package.swift")
    #expect(manifest.contains(#".package(url: "/srv/a\"b\\c", from: "#))
    #expect(manifest.contains(#".product(name: "Pando", package: "a\"b\\c")"#))
  }

  @Test("a folder that is there is left as it is, unless it is empty")
  func taken() async throws {
    let path = folder.path + "/grove"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(try await run("grove").code == 0)
    let again = try await run("grove")
    #expect(again.code == 64)
    #expect(again.error.contains("grove is there already"))
  }

  @Test(
    "a name or a checkout that cannot be used is refused",
    arguments: [
      ["7up"], ["gr ove"], ["pando"], ["Tests"], ["testing"], ["Foundation"],
      ["ordered-collections"], ["swift-log"], ["grove", "--path", "/nowhere"],
      ["grove", "--path", ".", "--url", "https://git.example.org/pando"],
      ["grove", "--url", ""], ["grove", "--url", "https://git.example.org/grove.git"],
      ["Grove", "--url", "https://git.example.org/grove"], ["grove", "--from", "1.2.3"],
      ["grove", "--url", "https://git.example.org/pando", "--from", "1.2"],
      ["grove", "--url", "https://git.example.org/pando", "--from", "main"],
      ["grove", "--url", "https://git.example.org/pando", "--from", ""],
      ["grove", "--url", "https://git.example.org/pando", "--from", "1.2.3-"],
      ["grove", "--url", "https://git.example.org/pando", "--from", "1.2.99999999999999999999"],
    ])
  func refused(arguments: [String]) async throws {
    let outcome = try await Program(["init"] + arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
    #expect(try folder.entries == [])
  }

  @Test("no package is named as a module of Swift, of this package, or of what it depends on")
  func takenNames() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let manifest = try String(
      contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let named = manifest.matches(
      of:
        /\.(library|executable|target|executableTarget|macro|systemLibrary|product)\(\s*name: "(\w+)"/
    )
    #expect(named.count > 100)
    let urls = manifest.matches(of: /url: "[^"]*\/([^"\/]*)"/).map { String($0.1) }
    #expect(urls.count > 15)
    let swift = [
      "testing", "xctest", "foundation", "dispatch", "observation", "synchronization",
      "distributed",
      "regex-builder",
    ]
    for name in named.map({ String($0.2) }) + urls + swift + [
      "logging", "nio-core", "hash-tree-collections",
    ] {
      #expect(NewPackage.problem(with: name) != nil, "\(name)")
      #expect(NewPackage.problem(with: name.uppercased()) != nil, "\(name)")
    }
    for name in ["grove", "aspen", "word-count"] { #expect(NewPackage.problem(with: name) == nil) }
  }

  @Test("the way to a checkout is short where it can be")
  func paths() {
    func path(_ from: String, _ to: String) -> String {
      Checkout.path(from: URL(fileURLWithPath: from), to: URL(fileURLWithPath: to))
    }
    #expect(path("/home/a/grove", "/home/a/pando") == "../pando")
    #expect(path("/home/a/pando/.build/init/grove", "/home/a/pando") == "../../..")
    #expect(path("/tmp/grove", "/home/a/pando") == "/home/a/pando")
  }
}
