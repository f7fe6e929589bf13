/// A file of the page, which is part of the program: the page takes nothing from elsewhere.
enum PageAsset: String, CaseIterable, Sendable {
  case page = ""
  case style = "page.css"
  case script = "page.js"
  case table = "table.js"
  case tree = "tree.js"
  case words = "words.js"
  case drain = "drain.js"
  case program = "program.js"
  case timeline = "timeline.js"
  case lanes = "lanes.js"
  case problems = "problems.js"
  case history = "history.js"
  case past = "past.js"
  case icon = "icon.svg"

  var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.page_html
    case .style: PackageResources.page_css
    case .script: PackageResources.page_js
    case .table: PackageResources.table_js
    case .tree: PackageResources.tree_js
    case .words: PackageResources.words_js
    case .drain: PackageResources.drain_js
    case .program: PackageResources.program_js
    case .timeline: PackageResources.timeline_js
    case .lanes: PackageResources.lanes_js
    case .problems: PackageResources.problems_js
    case .history: PackageResources.history_js
    case .past: PackageResources.past_js
    case .icon: PackageResources.icon_svg
    }
  }

  var contentType: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .script, .table, .tree, .words, .drain, .program, .timeline, .lanes, .problems,
      .history, .past:
      "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// The headers of every answer: the page runs its own scripts alone, and nobody else's page shows it.
  static let headers = [
    (
      "content-security-policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cache-control", "no-store"),
  ]
}
