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
    let error = await thrown(SettingsError.self) { _ = try SettingsFile(path: path) }
    return error?.problems.map { "\($0)".replacingOccurrences(of: folder.path + "/", with: "") }
      ?? []
  }

  @Test("an option comes before the environment, and the environment before a file")
  func order() async throws {
    let path = try file(#"{"name": "c", "bind": "ipc:///c", "coordinator": "ipc:///f"}"#)
    let settings = try Settings(
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
    let settings = try Settings(environment: ["PANDO_CONFIG": path])
    #expect(try settings.text(.name) == "c")
    let none = await thrown(SettingsError.self) {
      _ = try Settings(
        config: folder.path + "/none.json", environment: ["PANDO_CONFIG": path])
    }
    #expect(none?.description.contains("none.json: it cannot be read") == true)
  }

  @Test("a number is a number wherever it stands")
  func numbers() async throws {
    let path = try file(#"{"lifeMilliseconds": 1500}"#)
    let settings = try Settings(
      options: [:], config: path, environment: ["PANDO_BEAT_MILLISECONDS": "100"])
    #expect(try settings.text(.lifeMilliseconds) == "1500")
    #expect(try settings.text(.beatMilliseconds) == "100")
    let option = try Settings(options: [.lifeMilliseconds: "20"], environment: [:])
    #expect(try option.text(.lifeMilliseconds) == "20")
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
    let settings = try Settings(options: [setting: value], environment: [:])
    let error = #expect(throws: SettingsError.self) { try settings.find(setting) }
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix(setting.option) == true)
    let variable = try Settings(environment: [setting.variable: value])
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

  @Test("a file with the line ends of Windows is told of by line, too")
  func carriageReturns() async throws {
    let told = try await problems("{\r\n  \"bnd\": \"ipc:///a\",\r\n\r\n  \"name\": 7\r\n}\r\n")
    #expect(told.count == 2)
    #expect(told.first?.hasPrefix("settings.json:2: \"bnd\"") == true)
    #expect(told.last?.hasPrefix("settings.json:4: \"name\"") == true)
  }

  @Test(
    "a life of a worker is two beats at least, wherever the two stand",
    arguments: [
      (file: #"{"beatMilliseconds": 500, "lifeMilliseconds": 1000}"#, alone: [], beside: []),
      (#"{"beatMilliseconds": 500, "lifeMilliseconds": 999}"#, [1], [1]),
      ("{\n\"beatMilliseconds\": 600, \n\"lifeMilliseconds\": 10}", [3], [3]),
      // What is left out may stand elsewhere.
      (#"{"beatMilliseconds": 1501}"#, [1], []), (#"{"beatMilliseconds": 1500}"#, [], []),
      ("{\n\"lifeMilliseconds\": 999}", [2], []), (#"{"lifeMilliseconds": 1000}"#, [], []),
    ])
  func times(text: String, alone: [Int], beside: [Int]) async throws {
    let path = try file(text)
    for (isAlone, lines) in [(true, alone), (false, beside)] {
      let error = await thrown(SettingsError.self) {
        _ = try SettingsFile(path: path, isAlone: isAlone)
      }
      let problems = error?.problems ?? []
      #expect(problems.map(\.place) == lines.map { "\(path):\($0)" })
      #expect(problems.allSatisfy { $0.text.contains("twice the interval of its beats") })
    }
  }

  @Test("the times of a coordinator are held against each other, from whatever place they come")
  func timesOfCoordinator() async throws {
    let path = try file(#"{"lifeMilliseconds": 999}"#)
    var configuration = CoordinatorConfiguration(endpoint: try folder.endpoint())
    let settings = try Settings(
      options: [.beatMilliseconds: "499"], config: path, environment: [:])
    try settings.setTimes(of: &configuration)
    #expect(configuration.beatIntervalMilliseconds == 499)
    #expect(configuration.lifeMilliseconds == 999)
    for (options, place) in [
      ([:], path), ([.beatMilliseconds: "500"], path),
      ([.lifeMilliseconds: "900"], "--life-milliseconds"),
    ] as [([Setting: String?], String)] {
      var configuration = CoordinatorConfiguration(endpoint: try folder.endpoint())
      let settings = try Settings(options: options, config: path, environment: [:])
      let error = await thrown(SettingsError.self) {
        try settings.setTimes(of: &configuration)
      }
      #expect(error?.problems.map(\.place) == [place])
    }
  }

  @Test("a coordinator whose workers would be taken for dead between two beats does not start")
  func timesOfService() async throws {
    for (beat, life, isRefused) in [(500, 999, true), (.max, .max, true), (50, 100, false)] {
      var configuration = CoordinatorConfiguration(endpoint: try folder.endpoint())
      configuration.beatIntervalMilliseconds = beat
      configuration.lifeMilliseconds = life
      var coordinator: RunningCoordinator?
      let error = await thrown(CoordinatorError.self) {
        coordinator = try await RunningCoordinator(configuration)
      }
      #expect(error?.code == (isRefused ? .unusableTimes : nil))
      try await coordinator?.stop()
    }
  }

  @Test(
    "what is no object is told",
    arguments: ["[1]", "7", "null", "\"a\"", "[{\"name\": \"a\", \"name\": \"b\"}, {}, []]"])
  func noSettings(text: String) async throws {
    #expect(
      try await problems(text)
        == ["settings.json: it is no JSON object; write {\"name\": value, ...}"])
  }

  @Test(
    "what is no JSON is told with line and column",
    arguments: [
      ("", "1:1: it is no JSON: a value is to stand here: a text in quotes, or a number"),
      (
        "{\"name\": ",
        "1:10: it is no JSON: a value is to stand here: a text in quotes, or a number"
      ),
      (
        "{\n  \"name\": nil\n}",
        "2:11: it is no JSON: a value is to stand here: a text in quotes, or a number"
      ),
      (
        "{\n  \"name\": \"a\",\n}\n",
        "2:14: it is no JSON: no comma may stand before \"}\"; remove it"
      ),
      ("{\"name\": [1,]}", "1:12: it is no JSON: no comma may stand before \"]\"; remove it"),
      (
        "{\"name\": \"a\"\n\"bind\": \"b\"}",
        "2:1: it is no JSON: a comma, or \"}\", is to stand here"
      ),
      ("{name: \"a\"}", "1:2: it is no JSON: a name in quotes, or \"}\", is to stand here"),
      ("{'name': 1}", "1:2: it is no JSON: a name in quotes, or \"}\", is to stand here"),
      ("{} // end", "1:4: it is no JSON: nothing may stand behind the end of the object"),
      ("{\"name\" = 1}", "1:9: it is no JSON: a colon is to stand behind the name"),
      (
        "{\r\n\"n\u{E4}me\": \"a}\r\n",
        "2:9: it is no JSON: the text that begins here has no quote at its end"
      ),
      (
        "{\"name\": \"a\tb\"}",
        "1:12: it is no JSON: a text may hold no control character; write an escape such as \\t"
      ),
      (
        "{\"name\": \"C:\\dir\"}",
        #"1:13: it is no JSON: this is no escape of JSON; write "\\" for a backslash"#
      ),
      (
        "{\"name\": \"\\ud83d\"}",
        #"1:11: it is no JSON: this is no escape of JSON; write "\\" for a backslash"#
      ),
      (
        "{\"beatMilliseconds\": 0500}",
        "1:22: it is no JSON: a value is to stand here: a text in quotes, or a number"
      ),
      (
        "{\"beatMilliseconds\": +500}",
        "1:22: it is no JSON: a value is to stand here: a text in quotes, or a number"
      ),
    ])
  func noJSON(text: String, problem: String) async throws {
    #expect(try await problems(text) == ["settings.json:" + problem])
  }

  @Test("lists without end in each other are refused, and bytes that are no text")
  func oddBytes() async throws {
    let deep = try await problems("{\"name\": " + String(repeating: "[", count: 100_000))
    #expect(deep.first?.contains("nested too deeply") == true)
    let path = folder.path + "/settings.json"
    try Data([0x7B, 0x0A, 0x22, 0xFF, 0x22, 0x7D]).write(to: URL(fileURLWithPath: path))
    let error = await thrown(SettingsError.self) { _ = try SettingsFile(path: path) }
    #expect(error?.problems.map(\.place) == [path + ":2:1"])
  }

  @Test("a name that stands twice is told, with both lines")
  func twice() async throws {
    #expect(
      try await problems("{\n\"name\": \"a\",\n\"bind\": \"ipc:///a\",\n\"name\": \"a\"\n}")
        == ["settings.json:4: \"name\" stands on line 2 already; keep one of the two"])
  }

  @Test("all that JSON can write is read")
  func everyForm() async throws {
    let path = try file(
      "\u{FEFF}\t{ \"name\" :\r\n \"a\\u00e9\\ud83c\\udf33\\n\\/\u{FC}\", \"beatMilliseconds\":250 }\n"
    )
    let error = await thrown(SettingsError.self) { _ = try SettingsFile(path: path) }
    #expect(
      error?.problems.map(\.text) == [
        "\"name\": it holds a control character; write letters, digits and signs"
      ])
    let good = try file(
      "{\"nam\\u0065\": \"a\\u00e9\\ud83c\\udf33\\/\u{FC}\", \"lifeMilliseconds\": 1500}")
    let settings = try Settings(config: good, environment: [:])
    #expect(try settings.text(.name) == "a\u{E9}\u{1F333}/\u{FC}")
    #expect(try settings.text(.lifeMilliseconds) == "1500")
    for value in [
      "1e3", "1.5", "-1.0E+2", "true", "null", "[]", "{\"a\": [1, {}]}", "99999999999999999999",
    ] {
      #expect(
        try await problems("{\"beatMilliseconds\": \(value)}")
          == ["settings.json:1: \"beatMilliseconds\" must be a whole number, without quotes"])
    }
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
    let settings = try Settings(environment: [:])
    let error = #expect(throws: SettingsError.self) { try settings.required(.bind) }
    for way in ["--bind", "PANDO_BIND", "\"bind\"", "--config"] {
      #expect(error?.description.contains(way) == true)
    }
  }
}
