package import Hummingbird
import Pando

/// The page of a session.
package struct Page: Codable, Equatable, ResponseCodable, Sendable {
  package struct Line: Codable, Equatable, Sendable {
    package let text: String
    package let result: String
  }

  package let count: Int
  package let lines: [Line]

  package init(_ state: Visit.State) {
    count = state.count
    lines = state.calculator.lines.map { Line(text: $0.text, result: $0.result) }
  }
}

/// The answer to the request that begins a session.
package struct NewVisit: Codable, ResponseCodable, Sendable {
  package let id: String
}

/// The body of a request with something to work out.
package struct Entry: Codable, Sendable {
  package let text: String

  package init(text: String) {
    self.text = text
  }
}

/// Returns the routes of the server. A request for a session becomes an action of its store, and is answered when
/// everything that follows has happened.
package func routes(for visits: Visits) -> Router<BasicRequestContext> {
  let router = Router()
  router.post("sessions") { _, _ in
    EditedResponse(status: .created, response: NewVisit(id: try visits.begin()))
  }
  router.get("sessions/:id") { _, context in
    Page(try visits.store(context.parameters.require("id")).state)
  }
  router.post("sessions/:id/entries") { request, context in
    let store = try visits.store(context.parameters.require("id"))
    let entry = try await request.decode(as: Entry.self, context: context)
    await store.send(.calculator(.entered(entry.text))).finish()
    return Page(store.state)
  }
  router.delete("sessions/:id") { _, context in
    try await visits.end(context.parameters.require("id"))
    return HTTPResponse.Status.noContent
  }
  return router
}
