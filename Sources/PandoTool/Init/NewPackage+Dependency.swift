import Foundation

extension NewPackage {
  /// The place where the package finds Pando.
  enum Dependency: Equatable {
    /// A checkout.
    case path(String)
    /// A version, without a "v" before it, or a later one of the same major version.
    case url(String, version: String)

    /// The name by which the package manager tells a package from others: the last part of where it is, in lower case.
    /// No two packages of a build may share one.
    static func identity(of place: String) -> String {
      let name = place.split(separator: "/").last ?? ""
      return (name.hasSuffix(".git") ? name.dropLast(4) : name).lowercased()
    }

    /// Returns a version as the package manager reads it, without a "v" that tags often have; nil where it is none.
    static func version(_ text: String) -> String? {
      let version = text.hasPrefix("v") ? text.dropFirst() : text[...]
      let pattern =
        /(?<numbers>[0-9]+\.[0-9]+\.[0-9]+)(-[0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*)?(\+[0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*)?/
      guard let match = version.wholeMatch(of: pattern),
        match.numbers.split(separator: ".").allSatisfy({ Int($0) != nil })
      else { return nil }
      return String(version)
    }

    /// The name by which targets of the manifest mean Pando. A checkout is given one, as its folder may have any name;
    /// behind a URL it is the identity.
    var nameForTargets: String {
      switch self {
      case .path: "pando"
      case .url(let url, _): Self.identity(of: url)
      }
    }

    /// The line of the manifest.
    var line: String {
      switch self {
      case .path(let path): ".package(name: \"pando\", path: \(path.swiftLiteral))"
      case .url(let url, let version):
        ".package(url: \(url.swiftLiteral), from: \(version.swiftLiteral))"
      }
    }
  }
}

extension String {
  /// The text as a literal of Swift: in quotes, with what would end them or mean something else escaped.
  var swiftLiteral: String { debugDescription }
}
