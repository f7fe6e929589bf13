extension ProcessProblem {
  /// The same with texts that a terminal can be shown and a time that can be added to, whatever a process says.
  package var bounded: ProcessProblem {
    var problem = self
    problem.kind = MessageText.cut(kind.printable, to: 64)
    problem.text = MessageText.cut(text.printable, to: Self.textBytesAtMost)
    problem.advice = advice.map { MessageText.cut($0.printable, to: Self.textBytesAtMost) }
    problem.ageMilliseconds = min(max(0, ageMilliseconds), 1 << 50)
    return problem
  }
}
