#if Etcd
  import Foundation

  /// The command line tools that tests use.
  enum Tool {
    /// Runs a tool, and throws what it said when it failed.
    static func run(_ command: [String], environment: [String: String] = [:]) throws {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw NeverHappened(description: "\(command.joined(separator: " ")): \(text)")
      }
    }

    /// Runs etcd's own client.
    static func etcdctl(
      _ arguments: [String], _ server: EtcdServer, options: [String] = ["--endpoints"]
    ) throws {
      let endpoints = options == ["--endpoints"] ? options + ["127.0.0.1:\(server.port)"] : options
      try run(["etcdctl"] + endpoints + arguments, environment: ["ETCDCTL_API": "3"])
    }
  }
#endif
