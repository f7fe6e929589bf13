import Configuration
import Foundation

/// A file of settings: one JSON object, whose keys are the names of settings.
package struct SettingsFile: Sendable {
  package let path: String
  let provider: FileProvider<JSONSnapshot>

  /// One thing that is wrong with a file.
  package struct Problem: Equatable, Codable, Sendable, CustomStringConvertible {
    /// The file, with the line where there is one.
    package var place: String
    /// The thing that is wrong, and how to mend it.
    package var text: String

    package var description: String { "\(place): \(text)" }
  }

  /// Reads a file, and holds every value of it against what can be used.
  ///
  /// - Parameter isAlone: True where neither a command line nor the environment says what the file leaves out.
  /// - Throws: A `SettingsError` with everything that is wrong with it.
  package init(path: String, isAlone: Bool = false) async throws(SettingsError) {
    self.path = path
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw SettingsError([
        Problem(
          place: path,
          text:
            "it cannot be read (\(Self.reason(error))). Name a file that is there and may be read: "
            + "--config FILE, or PANDO_CONFIG")
      ])
    }
    let object: [String: Any]
    do {
      guard let read = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw SettingsError([
          Problem(place: path, text: "it is no JSON object; write {\"name\": value, ...}")
        ])
      }
      object = read
    } catch let error as SettingsError {
      throw error
    } catch {
      throw SettingsError([Problem(place: path, text: "it is no JSON: \(Self.reason(error))")])
    }
    let problems = Self.check(
      object, path: path, text: String(decoding: data, as: UTF8.self), isAlone: isAlone)
    guard problems.isEmpty else { throw SettingsError(problems) }
    do {
      provider = try await FileProvider(
        config: ConfigReader(
          provider: InMemoryProvider(values: ["filePath": .init(.string(path), isSecret: false)])))
    } catch {
      throw SettingsError([Problem(place: path, text: "it cannot be read: \(error)")])
    }
  }

  /// A provider tells the values of names that it is asked for, and nothing of others; so the names are
  /// looked at here.
  private static func check(
    _ object: [String: Any], path: String, text: String, isAlone: Bool
  ) -> [Problem] {
    var problems: [(line: Int, problem: Problem)] = []
    for (name, value) in object {
      let line = line(of: name, in: text)
      let note = { (text: String) in
        problems.append((line, Problem(place: "\(path):\(line)", text: text)))
      }
      guard let setting = Setting(rawValue: name) else {
        let hint = Setting.like(name).map { "did you mean \"\($0.rawValue)\"?" }
        note("\"\(name)\" is no setting; \(hint ?? "pando config --help lists them")")
        continue
      }
      let given: String
      switch value {
      case let text as String where !setting.isNumber: given = text
      case let number as Int where setting.isNumber: given = "\(number)"
      default:
        let kind = setting.isNumber ? "a whole number, without quotes" : "a text in quotes"
        note("\"\(name)\" must be \(kind)")
        continue
      }
      if let problem = setting.problem(with: given) { note("\"\(name)\": \(problem)") }
    }
    if problems.isEmpty, let (name, problem) = problemOfTimes(object, isAlone: isAlone) {
      let line = line(of: name, in: text)
      problems.append((line, Problem(place: "\(path):\(line)", text: "\"\(name)\": \(problem)")))
    }
    return problems.sorted { ($0.line, $0.problem.text) < ($1.line, $1.problem.text) }
      .map(\.problem)
  }

  /// Returns which of a coordinator's times cannot be used beside the other, and why.
  private static func problemOfTimes(
    _ object: [String: Any], isAlone: Bool
  ) -> (name: String, String)? {
    var times = MemberTimes()
    let beat = object[Setting.beatMilliseconds.rawValue] as? Int
    let life = object[Setting.lifeMilliseconds.rawValue] as? Int
    guard isAlone || beat != nil && life != nil else { return nil }
    if let beat { times.beatMilliseconds = beat }
    if let life { times.lifeMilliseconds = life }
    let setting = life == nil ? Setting.beatMilliseconds : .lifeMilliseconds
    return times.problem.map { (setting.rawValue, $0) }
  }

  /// The line on which a key stands.
  private static func line(of name: String, in text: String) -> Int {
    var line = 1
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for part in parts {
      if let range = part.range(of: "\"\(name)\""),
        part[range.upperBound...].drop(while: { $0 == " " || $0 == "\t" }).first == ":"
      {
        return line
      }
      line += 1
    }
    return 1
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription
    return (error.userInfo[NSDebugDescriptionErrorKey] as? String) ?? cause
      ?? error.localizedDescription
  }
}
