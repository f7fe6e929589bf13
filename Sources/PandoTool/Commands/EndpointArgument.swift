import ArgumentParser
import PandoCluster
import ZeroMQ

/// An endpoint on the command line.
enum EndpointArgument {
  static func parse(_ text: String, option: String) throws -> Endpoint {
    do throws(ZeroMQError) {
      return try Endpoint(text).forProcesses()
    } catch {
      throw ValidationError("\(option): \(error.message)")
    }
  }
}
