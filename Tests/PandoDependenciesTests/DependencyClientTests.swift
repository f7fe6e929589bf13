import PandoDependencies
import Testing

@Suite("A client of closures")
struct DependencyClientTests {
  @DependencyClient
  struct Weather: Sendable {
    var forecast: @Sendable (_ city: String, _ days: Int) async throws -> [Int]
    var log: @Sendable (String) -> Void
    var isOnline: @Sendable () -> Bool = { true }
  }

  @DependencyClient
  struct Archive: Sendable {
    let name: String?
    var search: @Sendable (_ query: String, _ in: Int, _ for: Int) async throws -> [String]
    #if os(Linux)
      var open: @Sendable (_ path: String) throws -> Int
    #endif
  }

  @Test("has what '#if' gives it, and takes arguments by any label")
  func conditions() async throws {
    let archive = Archive(
      search: { query, folder, number in ["\(query) in \(folder) of \(number)"] },
      open: { $0.count })
    #expect(try await archive.search(query: "a", in: 1, for: 2) == ["a in 1 of 2"])
    #expect(try archive.open(path: "abc") == 3)
    withKnownIssue {
      #expect(throws: Unimplemented.self) { try Archive().open(path: "") }
    } matching: { issue in
      "\(issue)".contains("Archive.open")
    }
  }

  @Test("a constant without a value is nil")
  func constants() {
    #expect(Archive().name == nil)
  }

  @Test("called without an implementation, a closure is reported with its name")
  func unimplemented() async {
    let weather = Weather()
    await withKnownIssue {
      await #expect(throws: Unimplemented.self) {
        try await weather.forecast(city: "Rome", days: 1)
      }
    } matching: { issue in
      "\(issue)".contains("Unimplemented: 'Weather.forecast'")
    }
    withKnownIssue {
      weather.log("sun")
    } matching: { issue in
      "\(issue)".contains("Weather.log")
    }
    withKnownIssue {
      #expect(weather.isOnline())
    } matching: { issue in
      "\(issue)".contains("Weather.isOnline")
    }
  }

  @Test("a test overrides closure by closure, and callers name the arguments")
  func overridden() async throws {
    let forecast = try await withDependencies {
      $0[Weather.self].forecast = { city, days in Array(repeating: city.count, count: days) }
    } operation: {
      @Dependency(Weather.self) var weather
      return try await weather.forecast(city: "Rome", days: 2)
    }
    #expect(forecast == [4, 4])
  }

  @Test("the initialiser takes every closure")
  func memberwise() async throws {
    let weather = Weather(forecast: { _, days in [days] }, log: { _ in }, isOnline: { false })
    #expect(try await weather.forecast("Rome", 3) == [3])
    #expect(!weather.isOnline())
    weather.log("rain")
  }
}

extension DependencyClientTests.Weather: TestDependencyKey {
  static let testValue = DependencyClientTests.Weather()
}
