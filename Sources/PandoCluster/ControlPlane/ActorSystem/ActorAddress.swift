package import ZeroMQ

/// Where a distributed actor is: the endpoint of its process, and its name there.
package struct ActorAddress: Hashable, Sendable {
  package let endpoint: Endpoint
  package let name: String

  package init(endpoint: Endpoint, name: String) {
    self.endpoint = endpoint
    self.name = name
  }
}

extension ActorAddress: CustomStringConvertible {
  package var description: String { "\(name) at \(endpoint)" }
}

extension ActorAddress: Codable {
  private enum CodingKeys: CodingKey { case endpoint, name }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .endpoint)
    endpoint = try Endpoint(text)
    name = try container.decode(String.self, forKey: .name)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(endpoint.description, forKey: .endpoint)
    try container.encode(name, forKey: .name)
  }
}
