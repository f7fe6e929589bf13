package import Foundation
import Glibc
package import Pando
import PandoHosting

/// A sandbox as a JSON file, which people write.
///
/// ```json
/// { "read": ["/srv/pictures"], "network": { "connectToPorts": [443] }, "megabytes": 512 }
/// ```
package enum SandboxFile {
  /// The most bytes of a file: some thousands of paths.
  private static let mostBytes = 1_048_576

  /// Reads a file.
  package static func read(_ path: String) throws(SandboxFileError) -> Sandbox {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if descriptor >= 0 { close(descriptor) } }
    var json = Data()
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while json.count <= mostBytes {
      let count = descriptor < 0 ? -1 : Glibc.read(descriptor, &part, part.count)
      if count == 0 { break }
      if count < 0, descriptor >= 0, errno == EINTR { continue }
      guard count > 0 else {
        let cause = String(cString: strerror(errno))
        throw SandboxFileError("\(cause). Give a file that is there and may be read.").in(path)
      }
      json.append(contentsOf: part.prefix(count))
    }
    guard json.count <= mostBytes else {
      throw SandboxFileError("it has more than 1 MB. Name folders instead of files.").in(path)
    }
    do throws(SandboxFileError) {
      return try sandbox(json: json)
    } catch {
      throw error.in(path)
    }
  }

  /// Reads the content of a file.
  package static func sandbox(json: Data) throws(SandboxFileError) -> Sandbox {
    do {
      return try JSONDecoder().decode(Content.self, from: json).sandbox
    } catch let error as SandboxFileError {
      throw error
    } catch {
      throw SandboxFileError(#"it is no JSON object. Write one, such as {"read": ["/srv"]}."#)
    }
  }

  /// Returns the file of a sandbox, with what differs from no rights.
  package static func json(of sandbox: Sandbox) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard sandbox != Sandbox(), let json = try? encoder.encode(Content(sandbox)) else {
      return "{}"
    }
    return String(decoding: json, as: UTF8.self)
  }

  /// Returns the declaration of a sandbox: `Sandbox(files: .read(["/srv"]), memory: .megabytes(512))`.
  package static func swift(of sandbox: Sandbox) -> String {
    var words: [String] = []
    let (read, readWrite) = (list(sandbox.files.read), list(sandbox.files.readWrite))
    switch (sandbox.files.read.isEmpty, sandbox.files.readWrite.isEmpty) {
    case (true, true): break
    case (false, true): words.append("files: .read(\(read))")
    case (true, false): words.append("files: .readWrite(\(readWrite))")
    case (false, false): words.append("files: .init(read: \(read), readWrite: \(readWrite))")
    }
    switch sandbox.network {
    case .none: break
    case .connect(let ports): words.append("network: .connect(toPorts: \(ports))")
    case .unrestricted: words.append("network: .unrestricted")
    }
    if case .megabytes(let count) = sandbox.memory { words.append("memory: .megabytes(\(count))") }
    if let time = sandbox.processorTime {
      let seconds = seconds(of: time)
      words.append(
        "processorTime: .seconds(\(Int(exactly: seconds).map(String.init) ?? "\(seconds)"))")
    }
    if let files = sandbox.openFiles { words.append("openFiles: \(files)") }
    if sandbox.processes == .unrestricted { words.append("processes: .unrestricted") }
    switch sandbox.environment {
    case .none: break
    case .only(let names): words.append("environment: .only(\(list(names)))")
    case .unrestricted: words.append("environment: .unrestricted")
    }
    if sandbox.sharing == .never { words.append("sharing: .never") }
    if sandbox.enforcement == .bestEffort { words.append("enforcement: .bestEffort") }
    return "Sandbox(\(words.joined(separator: ", ")))"
  }

  /// Returns a list of texts in Swift.
  private static func list(_ words: [String]) -> String {
    "[\(words.map(\.debugDescription).joined(separator: ", "))]"
  }

  /// The time in seconds, to a billionth of one.
  fileprivate static func seconds(of time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds) + Double(attoseconds / 1_000_000_000) / 1_000_000_000
  }
}

/// A file of a sandbox that cannot be used: the file, what is wrong, and how to mend it.
package struct SandboxFileError: Error, CustomStringConvertible {
  /// The sentence, in one line.
  package let description: String

  /// The most characters of a description.
  private static let mostCharacters = 600

  /// A problem, in words that may hold those of a file.
  init(_ description: String) {
    let text = description.printable
    self.description =
      text.count <= Self.mostCharacters ? text : text.prefix(Self.mostCharacters) + "..."
  }

  /// The same with the file that has it.
  fileprivate func `in`(_ path: String) -> SandboxFileError {
    SandboxFileError("the sandbox in \"\(path.prefix(300))\" cannot be used: \(description)")
  }
}

extension SandboxFile {
  /// The object in a file.
  package struct Content: Codable {
    /// The sandbox that it is about.
    fileprivate var sandbox: Sandbox

    /// The content of the file of a sandbox.
    package init(_ sandbox: Sandbox) { self.sandbox = sandbox }

    /// The names of the rights.
    private enum Key: String, CodingKey, CaseIterable {
      case read, readWrite, network, megabytes, processorSeconds, openFiles
      case processes, environment, enforcement, sharing
    }

    /// The words for the answer where the kernel cannot enforce all of it.
    private enum Enforcement: String, Codable { case required, bestEffort }

    /// The words for the children that a worker has.
    private enum Sharing: String, Codable { case allowed, never }

    /// Reads the object; throws a `SandboxFileError` for what cannot be used.
    package init(from decoder: any Decoder) throws {
      let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      if let name = names.sorted().first(where: { Key(rawValue: $0) == nil }) {
        let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw SandboxFileError("\"\(name.prefix(60))\" is no right. The rights are \(known).")
      }
      let object = try decoder.container(keyedBy: Key.self)
      func value<Value: Decodable>(
        _ key: Key, _ usable: String, where isUsable: (Value) -> Bool = { _ in true }
      ) throws -> Value? {
        guard object.contains(key) else { return nil }
        if let value = try? object.decode(Value.self, forKey: key), isUsable(value) { return value }
        throw SandboxFileError("\"\(key.rawValue)\" cannot be what it is. Write \(usable).")
      }
      let paths = #"a list of absolute paths, such as ["/srv"]"#
      func arePaths(_ paths: [String]) -> Bool {
        paths.allSatisfy { $0.hasPrefix("/") && !$0.utf8.contains(0) }
      }
      let freedom = #""none" or "unrestricted""#
      sandbox = Sandbox()
      sandbox.files.read = try value(.read, paths, where: arePaths) ?? []
      sandbox.files.readWrite = try value(.readWrite, paths, where: arePaths) ?? []
      let network: Choice<Ports>? = try value(
        .network, freedom + #" or {"connectToPorts": [443]}, with ports from 1 to 65535"#)
      switch network {
      case nil, .word(.none): break
      case .word(.unrestricted): sandbox.network = .unrestricted
      case .list(let ports): sandbox.network = .connect(toPorts: ports.connectToPorts)
      }
      let least = Confinement.leastMegabytes
      sandbox.memory =
        try value(.megabytes, "a whole number of at least \(least)") { $0 >= least }
        .map { .megabytes($0) } ?? .unrestricted
      let seconds: Double? = try value(
        .processorSeconds, "a number from 0.001 to 1000000, such as 0.5"
      ) { (0.001...1_000_000).contains($0) }
      sandbox.processorTime = seconds.map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
      sandbox.openFiles = try value(.openFiles, "a whole number of at least 0") { $0 >= 0 }
      let processes: Freedom? = try value(.processes, freedom)
      sandbox.processes = processes == .unrestricted ? .unrestricted : .none
      let environment: Choice<[String]>? = try value(
        .environment, freedom + #" or a list of names, such as ["LANG"]"#)
      switch environment {
      case nil, .word(.none): break
      case .word(.unrestricted): sandbox.environment = .unrestricted
      case .list(let names): sandbox.environment = .only(names)
      }
      let sharing: Sharing? = try value(.sharing, #""allowed" or "never""#)
      sandbox.sharing = sharing == .never ? .never : .allowed
      let enforcement: Enforcement? = try value(.enforcement, #""required" or "bestEffort""#)
      sandbox.enforcement = enforcement == .bestEffort ? .bestEffort : .required
    }

    /// Writes what differs from no rights.
    package func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      let files = sandbox.files
      if !files.read.isEmpty { try object.encode(files.read, forKey: .read) }
      if !files.readWrite.isEmpty { try object.encode(files.readWrite, forKey: .readWrite) }
      switch sandbox.network {
      case .none: break
      case .connect(let ports):
        try object.encode(Ports(connectToPorts: ports), forKey: .network)
      case .unrestricted: try object.encode(Freedom.unrestricted, forKey: .network)
      }
      if case .megabytes(let count) = sandbox.memory {
        try object.encode(count, forKey: .megabytes)
      }
      let seconds = sandbox.processorTime.map(SandboxFile.seconds)
      try object.encodeIfPresent(seconds, forKey: .processorSeconds)
      try object.encodeIfPresent(sandbox.openFiles, forKey: .openFiles)
      if sandbox.processes == .unrestricted {
        try object.encode(Freedom.unrestricted, forKey: .processes)
      }
      switch sandbox.environment {
      case .none: break
      case .only(let names): try object.encode(names, forKey: .environment)
      case .unrestricted: try object.encode(Freedom.unrestricted, forKey: .environment)
      }
      if sandbox.sharing == .never { try object.encode(Sharing.never, forKey: .sharing) }
      if sandbox.enforcement == .bestEffort {
        try object.encode(Enforcement.bestEffort, forKey: .enforcement)
      }
    }
  }

  /// The words for nothing and everything.
  private enum Freedom: String, Codable { case none, unrestricted }

  /// A word, or the things that are allowed.
  private enum Choice<List: Decodable>: Decodable {
    case word(Freedom)
    case list(List)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let word = try? value.decode(Freedom.self) {
        self = .word(word)
      } else {
        self = .list(try value.decode(List.self))
      }
    }
  }

  /// The ports in an object with this name alone.
  private struct Ports: Codable {
    var connectToPorts: [UInt16]

    init(connectToPorts: [UInt16]) { self.connectToPorts = connectToPorts }

    init(from decoder: any Decoder) throws {
      let ports = try decoder.singleValueContainer().decode([String: [UInt16]].self)
      guard ports.count == 1, let list = ports["connectToPorts"], !list.contains(0) else {
        throw SandboxFileError("no ports")
      }
      connectToPorts = list
    }
  }

  /// A name that an object has, be it a right's or not.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
