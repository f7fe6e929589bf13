/// The full name of a type, the same in every process of a program.
///
/// That of a private type tells where its context lies in memory, which is another place in each process.
func nameInEveryProcess(of type: Any.Type) -> String {
  let name = String(reflecting: type)
  guard name.contains("(unknown context at ") else { return name }
  return name.split(separator: "(unknown context at ", omittingEmptySubsequences: false)
    .enumerated()
    .map { index, part in
      // "$7f3a.).Name": what stands before the parenthesis is the place.
      index == 0
        ? String(part)
        : part.split(separator: ")", maxSplits: 1).last.map { "(private)\($0)" } ?? ""
    }
    .joined()
}
