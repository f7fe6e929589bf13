package import ZeroMQ

extension Endpoint {
  /// Returns the endpoints of a text that names one, or several with commas between them.
  ///
  /// - Throws: `ZeroMQError` when one of them is none, or there is none.
  package static func list(_ text: String) throws(ZeroMQError) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let endpoint = try Endpoint(String(part.trimmingSpaces))
      if !endpoints.contains(endpoint) { endpoints.append(endpoint) }
    }
    return endpoints
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
