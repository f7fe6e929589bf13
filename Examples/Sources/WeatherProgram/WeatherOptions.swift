import ArgumentParser
import Foundation
import Weather

extension Settings.Unit: ExpressibleByArgument {}

/// The command line.
struct WeatherOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weather",
    abstract: "Show temperatures, by settings that are kept in a file and shared by every screen.")

  @Option(help: "How many worker processes host the screens; 0 hosts none.")
  var workers = 1

  @Option(help: "The file of the settings.")
  var file = "weather.json"

  @Option(help: "Pick a unit: celsius, fahrenheit or kelvin.")
  var unit: Settings.Unit?

  @Option(help: "Pick how many digits are behind the point.")
  var digits: Int?

  @Argument(
    help: ArgumentHelp("What was measured, in degrees Celsius.", valueName: "place=degrees"))
  var measures = [Measure(place: "Aspen", celsius: -3.25), Measure(place: "Birch", celsius: 21.5)]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}

/// A temperature of a place.
struct Measure: ExpressibleByArgument {
  let place: String
  let celsius: Double

  init(place: String, celsius: Double) {
    self.place = place
    self.celsius = celsius
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=")
    guard parts.count == 2, let celsius = Double(parts[1]) else { return nil }
    self.init(place: String(parts[0]), celsius: celsius)
  }

  var defaultValueDescription: String { "\(place)=\(celsius)" }
}
