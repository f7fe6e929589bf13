/// A question about a journal, which the program answers that has the types of what is in it.
///
/// `pando journal` puts it into the environment of that program. Where the program would open its journal, it answers and
/// ends. So no other program has to link what reads journals, or to know where one lies.
package struct JournalQuestion: Codable, Equatable, Sendable {
  package enum Command: String, Codable, Sendable {
    case log, state, diff, verify, replay, cut, compact
  }

  /// The variable of the environment that has the question, as JSON.
  package static let variable = "PANDO_JOURNAL"

  package var command: Command
  /// The commits that it is about, or the one; nil for the first or the last of all.
  package var from: UInt64?
  package var to: UInt64?
  /// The number of commits, counted from the last.
  package var last: Int?
  /// The file that is to be made.
  package var output: String?
  package var isJSON: Bool
  /// True if a debugger is to stop before the commit is reduced.
  package var stops: Bool
  /// The file to which the answer is written: what the program prints itself is not the answer.
  package var descriptor: Int32
  /// A pipe that gets a byte when an answer begins; nil where nobody looks.
  package var pipe: Int32?

  package init(
    _ command: Command, from: UInt64? = nil, to: UInt64? = nil, last: Int? = nil,
    output: String? = nil, isJSON: Bool = false, stops: Bool = false, descriptor: Int32 = 1,
    pipe: Int32? = nil
  ) {
    self.command = command
    self.from = from
    self.to = to
    self.last = last
    self.output = output
    self.isJSON = isJSON
    self.stops = stops
    self.descriptor = descriptor
    self.pipe = pipe
  }
}
