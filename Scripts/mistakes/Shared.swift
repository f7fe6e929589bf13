import Pando

@ObservableState
struct WithoutKey {
  // error: say where the value is kept: '@Shared(.inMemory("count")) var count = 0'
  @Shared var count = 0
}

struct ReaderWithoutKey {
  // error: say where the value is kept: '@SharedReader(.inMemory("count")) var count = 0'
  @SharedReader var count = 0
}

struct WithoutDefault {
  // error: this key has no value of its own to begin with
  @Shared(.inMemory("count")) var count: Int
  // error: this key has no value of its own to begin with
  @SharedReader(.inMemory("count")) var other: Int
}

struct Changed {
  @Shared(.inMemory("count")) var count = 0
  mutating func change() {
    // error: Use '$shared.withLock { $0 = newValue }'
    count = 3
  }
}
