import Glibc

/// A file of settings: one JSON object, whose keys are the names of settings.
package struct SettingsFile: Sendable {
  /// The settings that it holds, each as text.
  let values: [Setting: String]

  /// One thing that is wrong with a file.
  package struct Problem: Equatable, Codable, Sendable, CustomStringConvertible {
    /// The file, with the line where there is one, and the column where it is no JSON.
    package var place: String
    /// The thing that is wrong, and how to mend it.
    package var text: String

    package var description: String { "\(place): \(text)" }
  }

  /// Reads a file or a pipe, and holds every value of it against what can be used.
  ///
  /// - Parameter isAlone: True where neither a command line nor the environment says what the file leaves out.
  /// - Throws: A `SettingsError` with everything that is wrong with it.
  package init(path: String, isAlone: Bool = false) throws(SettingsError) {
    let entries = try Self.entries(of: try Self.read(path), path: path)
    let problems = Self.check(entries, path: path, isAlone: isAlone)
    guard problems.isEmpty else { throw SettingsError(problems) }
    values = entries.reduce(into: [:]) { values, entry in
      guard let setting = Setting(rawValue: entry.name) else { return }
      switch entry.value {
      case .text(let text): values[setting] = text
      case .number(let number): values[setting] = "\(number)"
      case .other: break
      }
    }
  }

  /// The files and folders that it names and that this process cannot read, each in a sentence.
  package var missingFiles: [String] {
    let named: [Setting] = [
      .keyring, .key, .pageTokenFile, .registryCa, .registryCert, .registryKey,
    ]
    return named.compactMap { setting in
      guard let file = values[setting], access(file, R_OK) != 0 else { return nil }
      return
        "\"\(setting.rawValue)\": here, \(file) cannot be read (\(String(cString: strerror(errno))))"
    }
  }

  /// More than all settings take.
  private static let bytesAtMost = 1 << 20

  /// Reads it once and in its order, as a pipe can be.
  private static func read(_ path: String) throws(SettingsError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= bytesAtMost {
      let count = descriptor >= 0 ? Glibc.read(descriptor, &part, part.count) : -1
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part[..<count]
      } else if errno != EINTR {
        throw SettingsError([
          Problem(
            place: path,
            text:
              "it cannot be read (\(String(cString: strerror(errno)))). Name a file that is there and may be "
              + "read: --config FILE, or PANDO_CONFIG")
        ])
      }
    }
    throw SettingsError([Problem(place: path, text: "it has more than \(bytesAtMost) bytes")])
  }

  private static func entries(
    of bytes: [UInt8], path: String
  ) throws(SettingsError) -> [SettingsText.Entry] {
    let entries: [SettingsText.Entry]?
    do throws(SettingsText.Fault) {
      entries = try SettingsText.entries(of: bytes)
    } catch {
      throw SettingsError([
        Problem(
          place: "\(path):\(error.line):\(error.column)", text: "it is no JSON: \(error.text)")
      ])
    }
    if let entries { return entries }
    throw SettingsError([
      Problem(place: path, text: "it is no JSON object; write {\"name\": value, ...}")
    ])
  }

  private static func check(
    _ entries: [SettingsText.Entry], path: String, isAlone: Bool
  ) -> [Problem] {
    var problems: [Problem] = []
    var lines: [String: Int] = [:]
    for entry in entries {
      let text: String?
      if let line = lines[entry.name] {
        text = " stands on line \(line) already; keep one of the two"
      } else {
        lines[entry.name] = entry.line
        text = problem(with: entry)
      }
      guard let text else { continue }
      problems.append(
        Problem(place: "\(path):\(entry.line)", text: "\"\(entry.name)\"\(text)"))
    }
    if problems.isEmpty, let (name, problem) = problemOfTimes(entries, isAlone: isAlone) {
      problems.append(
        Problem(place: "\(path):\(lines[name] ?? 1)", text: "\"\(name)\": \(problem)"))
    }
    return problems
  }

  /// Returns what is wrong with an entry, to stand behind its name.
  private static func problem(with entry: SettingsText.Entry) -> String? {
    guard let setting = Setting(rawValue: entry.name) else {
      let hint = Setting.like(entry.name).map { "did you mean \"\($0.rawValue)\"?" }
      return " is no setting; \(hint ?? "pando config --help lists them")"
    }
    switch entry.value {
    case .text(let text) where !setting.isNumber:
      return setting.problem(with: text).map { ": \($0)" }
    case .number(let number) where setting.isNumber:
      return setting.problem(with: "\(number)").map { ": \($0)" }
    case .text, .number, .other:
      return setting.isNumber
        ? " must be a whole number, without quotes" : " must be a text in quotes"
    }
  }

  /// Returns which of a coordinator's times cannot be used beside the other, and why.
  private static func problemOfTimes(
    _ entries: [SettingsText.Entry], isAlone: Bool
  ) -> (name: String, String)? {
    func number(_ setting: Setting) -> Int? {
      guard case .number(let number)? = entries.first(where: { $0.name == setting.rawValue })?.value
      else { return nil }
      return number
    }
    var times = MemberTimes()
    let (beat, life) = (number(.beatMilliseconds), number(.lifeMilliseconds))
    guard isAlone || beat != nil && life != nil else { return nil }
    if let beat { times.beatMilliseconds = beat }
    if let life { times.lifeMilliseconds = life }
    let setting = life == nil ? Setting.beatMilliseconds : .lifeMilliseconds
    return times.problem.map { (setting.rawValue, $0) }
  }
}
