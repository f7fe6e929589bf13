import Foundation
import Testing

@testable import PandoCluster

/// A program of the tests that serves metrics, with an output that is read. It is killed with its last reference.
final class MeasuredProgram {
  /// The address of metrics.
  struct Address {
    let text: String

    /// Returns the metrics that are served there, as text and by name and labels.
    func scrape() throws -> (text: String, values: [String: Double]) {
      let text = try ScrapePeer.scrape(self.text)
      var values: [String: Double] = [:]
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let parts = line.split(separator: " ")
        values[parts.dropLast().joined(separator: " ")] = Double(parts.last ?? "")
      }
      return (text, values)
    }
  }

  let process = Process()
  let folder: String
  private let file: String

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    folder = "/tmp/pando-m-\(UUID().uuidString.prefix(8))"
    file = folder + "/output"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder, "XDG_RUNTIME_DIR": ""]) { $1 }.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Everything that it has printed.
  var text: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  /// Returns where it says that it serves metrics, once it does.
  func address() async throws -> Address {
    var address: String?
    try await eventually("it says where its metrics are") {
      address = text.firstMatch(of: /http:\/\/([0-9.:]+)\/metrics/).map { String($0.1) }
      return address != nil
    }
    return Address(text: try #require(address))
  }
}
