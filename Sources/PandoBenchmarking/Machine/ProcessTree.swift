import Glibc

/// This process and all below it.
enum ProcessTree {
  static var processes: [Int32] {
    var children: [Int32: [Int32]] = [:]
    for process in ProcFile.numbers(in: "/proc") {
      // Behind the name, which may hold anything: the state and the parent.
      let text = ProcFile.text("/proc/\(process)/stat")
      guard let end = text.lastIndex(of: ")") else { continue }
      let fields = text[text.index(after: end)...].split(separator: " ", maxSplits: 2)
      if fields.count > 1, let parent = Int32(fields[1]) {
        children[parent, default: []].append(process)
      }
    }
    var found = [getpid()]
    var next = 0
    while next < found.count {
      found += children[found[next]] ?? []
      next += 1
    }
    return found
  }
}
