import Foundation
import Testing

@testable import PandoCluster

@Suite("Settings")
struct SettingsTests {
  private let folder = TemporaryDirectory()

  private func file(_ text: String) throws -> String {
    let path = folder.path + "/settings.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func problems(_ text: String) async throws -> [String] {
    let path = try file(text)
    let error = await thrown(SettingsError.self) { _ = try await SettingsFile(path: path) }
    return error?.problems.map { "\($0)".replacingOccurrences(of: folder.path + "/", with: "") }
      ?? []
  }

  @Test("an option comes before the environment, and the environment before a file")
  func order() async throws {
    let path = try file(#"{"name": "c", "bind": "ipc:///c", "coordinator": "ipc:///f"}"#)
    let settings = try await Settings(
      options: [.name: "a", .bind: nil], config: path,
      environment: ["PANDO_NAME": "b", "PANDO_BIND": "ipc:///b", "PANDO_LOG_LEVEL": ""])
    #expect(try settings.find(.name) == .init(value: "a", source: "--name"))
    #expect(try settings.find(.bind) == .init(value: "ipc:///b", source: "PANDO_BIND"))
    #expect(try settings.find(.coordinator) == .init(value: "ipc:///f", source: path))
    #expect(try settings.find(.logLevel) == nil)
  }

  @Test("the environment names the file, and the command line another")
  func fileByVariable() async throws {
    let path = try file(#"{"name": "c"}"#)
    let settings = try await Settings(environment: ["PANDO_CONFIG": path])
    #expect(try settings.text(.name) == "c")
    let none = await thrown(SettingsError.self) {
      _ = try await Settings(
        config: folder.path + "/none.json", environment: ["PANDO_CONFIG": path])
    }
    #expect(none?.description.contains("none.json: it cannot be read") == true)
  }

  @Test("a number is a number wherever it stands")
  func numbers() async throws {
    let path = try file(#"{"lifeMilliseconds": 1500}"#)
    let settings = try await Settings(
      options: [:], config: path, environment: ["PANDO_BEAT_MILLISECONDS": "100"])
    #expect(try settings.number(.lifeMilliseconds) == 1_500)
    #expect(try settings.number(.beatMilliseconds) == 100)
    let option = try await Settings(options: [.lifeMilliseconds: "20"], environment: [:])
    #expect(try option.number(.lifeMilliseconds) == 20)
  }

  @Test(
    "a value that cannot be used says where it stands and what can be written",
    arguments: [
      (Setting.bind, "nonsense", "--bind: "), (.logLevel, "loud", "the levels are trace, debug"),
      (.build, "a build", "write at most 64 letters, digits and . _ + -"),
      (.logFormat, "xml", "the forms are text, json"),
      (.metrics, "9464", "is no address for metrics; write 127.0.0.1:9464"),
      (.beatMilliseconds, "soon", "number of milliseconds from 10 to 600000"),
      (.lifeMilliseconds, "9", "number of milliseconds from 10 to 600000"),
    ])
  func values(setting: Setting, value: String, text: String) async throws {
    let settings = try await Settings(options: [setting: value], environment: [:])
    let error = #expect(throws: SettingsError.self) { try settings.find(setting) }
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix(setting.option) == true)
    let variable = try await Settings(environment: [setting.variable: value])
    let other = #expect(throws: SettingsError.self) { try variable.find(setting) }
    #expect(other?.description.hasPrefix(setting.variable) == true)
  }

  @Test("everything that is wrong with a file is told, each with its line, and how to mend it")
  func wrongFile() async throws {
    let told = try await problems(
      """
      {
        "bnd": "ipc:///a",
        "logLevel": "loud",
        "name": 7,
        "beatMilliseconds": "500",
        "lifeMilliseconds": true,
        "zebra": 1,
        "coordinator": "tcp://nowhere"
      }
      """)
    #expect(told.count == 7)
    #expect(told[0] == #"settings.json:2: "bnd" is no setting; did you mean "bind"?"#)
    #expect(told[1].hasPrefix(#"settings.json:3: "logLevel": "loud" is no level"#))
    #expect(told[2] == #"settings.json:4: "name" must be a text in quotes"#)
    #expect(
      told[3] == #"settings.json:5: "beatMilliseconds" must be a whole number, without quotes"#)
    #expect(told[4].hasPrefix("settings.json:6: \"lifeMilliseconds\""))
    #expect(
      told[5] == #"settings.json:7: "zebra" is no setting; pando config --help lists them"#)
    #expect(told[6].hasPrefix(#"settings.json:8: "coordinator": "#))
  }

  @Test("what is no file of settings is told", arguments: ["", "[1]", "{\"name\": ", "7"])
  func noSettings(text: String) async throws {
    let told = try await problems(text)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("settings.json: it is no JSON") == true)
  }

  @Test("an option, a variable and the name in a file follow from each other")
  func names() {
    #expect(Setting.logLevel.option == "--log-level")
    #expect(Setting.logLevel.variable == "PANDO_LOG_LEVEL")
    #expect(Setting.keyring.variable == "PANDO_KEYRING")
    #expect(Set(Setting.allCases.map(\.variable)).count == Setting.allCases.count)
  }

  @Test("a setting that is needed and not given says all ways to give it")
  func missing() async throws {
    let settings = try await Settings(environment: [:])
    let error = #expect(throws: SettingsError.self) { try settings.required(.bind) }
    for way in ["--bind", "PANDO_BIND", "\"bind\"", "--config"] {
      #expect(error?.description.contains(way) == true)
    }
  }
}
