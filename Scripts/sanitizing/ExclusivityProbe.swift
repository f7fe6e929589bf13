/// Changes a property of an object, once with nothing else under way and once while it is being changed.
@main
struct ExclusivityProbe {
  private final class Counter {
    var count = 0
  }

  private static func change(_ count: inout Int, while body: () -> Void) {
    body()
    count += 1
  }

  static func main() {
    let counter = Counter()
    let overlaps = CommandLine.arguments.dropFirst().first == "overlapping"
    change(&counter.count) { if overlaps { counter.count += 1 } }
    if !overlaps { counter.count += 1 }
    print(counter.count)
  }
}
