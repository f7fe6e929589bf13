/// The last words of a worker that has crashed.
struct CrashReport: Equatable, Sendable {
  /// The line that says what went wrong: `Parser.swift:12: Fatal error: ...`; nil where none was printed.
  var cause: String?
  /// The backtrace with what stands around it; empty where there is none.
  var backtrace: [String] = []
}
