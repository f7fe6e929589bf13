import Foundation

/// A package that `pando init` makes: a hosted feature, a program, tests and a Makefile.
struct NewPackage {
  /// The name of the package and of its program.
  let name: String
  let dependency: Dependency

  /// The module with the features: "grove-of-aspens" has the module "GroveOfAspens".
  var module: String {
    name.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  /// Returns why a name cannot be used for a package with any dependency; nil when it can.
  static func problem(with name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isLetter || character.isNumber || character == "-" || character == "_"
    }
    guard isPlain, name.first?.isLetter == true else {
      return "\"\(name)\" cannot be the name of a package: write a letter, then letters, digits, "
        + "\"-\" and \"_\""
    }
    let module = NewPackage(name: name, dependency: .path("")).module
    guard !TakenNames.modules.contains(module.lowercased()),
      !TakenNames.packages.contains(name.lowercased())
    else {
      return "\"\(name)\" is the name of something that the package uses; choose another"
    }
    return nil
  }

  /// The files, by their paths in the package.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", PackageTemplate.manifest),
      ("Makefile", PackageTemplate.makefile),
      ("README.md", PackageTemplate.readme),
      (".gitignore", ".build/\n"),
      ("Sources/{{Module}}/WordCounter.swift", FeatureTemplate.child),
      ("Sources/{{Module}}/{{Module}}Feature.swift", FeatureTemplate.parent),
      ("Sources/{{Module}}Program/Main.swift", FeatureTemplate.program),
      ("Tests/{{Module}}Tests/WordCounterTests.swift", FeatureTemplate.tests),
    ].map { (filled($0.0), filled($0.1)) }
  }

  private func filled(_ text: String) -> String {
    text.replacingOccurrences(of: "{{Module}}", with: module)
      .replacingOccurrences(of: "{{name}}", with: name)
      .replacingOccurrences(of: "{{pando}}", with: dependency.nameForTargets.swiftLiteral)
      .replacingOccurrences(of: "{{dependency}}", with: dependency.line)
  }

  /// Writes every file below a folder, which is made. Where one cannot be written, none is left.
  func write(to folder: URL) throws {
    // What it has made, as it was made.
    var made: [URL] = []
    do {
      for file in files {
        let url = folder.appendingPathComponent(file.path)
        try Self.makeFolder(url.deletingLastPathComponent(), noting: &made)
        // Empty, so that what is there already is told from what is written in part.
        try Data().write(to: url, options: .withoutOverwriting)
        made.append(url)
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(file.text.utf8))
        // A full disk may say so only here.
        try handle.synchronize()
      }
    } catch {
      // Of a folder, only where nobody else has put something into it.
      for url in made.reversed() { _ = unsafe remove(url.path) }
      throw error
    }
  }

  private static func makeFolder(_ folder: URL, noting made: inout [URL]) throws {
    if FileManager.default.fileExists(atPath: folder.path) { return }
    try makeFolder(folder.deletingLastPathComponent(), noting: &made)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    made.append(folder)
  }
}
