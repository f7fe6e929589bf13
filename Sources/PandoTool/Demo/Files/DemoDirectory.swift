import Foundation

/// The directory whose files the demo counts.
struct DemoDirectory: Equatable, Sendable {
  /// Absolute, without a slash at its end.
  let path: String
  /// The parts of it that are searched, and absolute paths; an empty name stands for all of it.
  let parts: [String]

  /// The text that people read.
  var description: String {
    parts == [""] ? path : "\(path) (\(parts.joined(separator: ", ")))"
  }

  /// A directory that somebody named.
  init(named name: String) throws(DemoError) {
    var isDirectory: ObjCBool = false
    let absolute = URL(fileURLWithPath: name).standardizedFileURL.path
    guard unsafe FileManager.default.fileExists(atPath: absolute, isDirectory: &isDirectory) else {
      throw .usage("There is no directory at \(absolute). Name one that exists.")
    }
    guard isDirectory.boolValue else {
      throw .usage("\(absolute) is no directory. Name the directory that it is in.")
    }
    path = absolute
    parts = [""]
  }

  /// Pando's own package, found from the working directory or from where the program is, and the
  /// toolchain's folders, which hold more text than the package and its dependencies.
  init(
    ofPackageAround places: [String], toolchain: [String] = []
  ) throws(DemoError) {
    guard let root = places.lazy.compactMap(Self.packageRoot).first else {
      throw .usage(
        """
        No directory was named, and Pando's own package is neither around \
        \(places.joined(separator: " nor around ")). Name one: pando demo DIRECTORY
        """)
    }
    path = root
    var parts = ["Sources", "Tests", "docs", ".build/checkouts"].filter {
      FileManager.default.fileExists(atPath: root + "/" + $0)
    }
    parts += toolchain
    self.parts = parts
  }

  /// The working directory, and where the program is.
  static var usualPlaces: [String] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return [FileManager.default.currentDirectoryPath, program.deletingLastPathComponent().path]
  }

  /// The nearest directory, upwards, with the manifest of a package called pando.
  private static func packageRoot(around place: String) -> String? {
    var folder = URL(fileURLWithPath: place).standardizedFileURL
    while true {
      let manifest = folder.appendingPathComponent("Package.swift")
      if let text = try? String(contentsOf: manifest, encoding: .utf8),
        text.contains("name: \"pando\"")
      {
        return folder.path
      }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }
}
