import Pando
import Testing

@Suite("Work under an identity, outside of effects", .timeLimit(.minutes(15)))
struct TaskCancellationTests {
  /// Work that takes too long for a test.
  private func begin(
    _ id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) async -> Task<Bool, Never> {
    let (begun, note) = AsyncStream<Void>.makeStream()
    let task = Task {
      let result: Void? = try? await withTaskCancellation(id: id, cancelInFlight: cancelInFlight) {
        note.finish()
        try await Task.sleep(for: .seconds(3_600))
      }
      return result == nil
    }
    for await _ in begun {}
    return task
  }

  @Test("is cancelled by its identity, and no other is")
  func cancel() async {
    enum ID { case first, second }
    let first = await begin(ID.first)
    let second = await begin(ID.second)
    Task.cancel(id: ID.first)
    #expect(await first.value)
    Task.cancel(id: ID.second)
    #expect(await second.value)
  }

  @Test("is cancelled from its first moment on")
  func cancelAtOnce() async {
    // Several at once, so that threads are awake to take the first step before the caller goes on.
    let missed = await withTaskGroup { group in
      for caller in 0..<8 {
        group.addTask {
          for _ in 0..<25_000 {
            let result: Void? = try? await withTaskCancellation(id: caller) {
              Task.cancel(id: caller)
              try await Task.sleep(for: .seconds(3_600))
            }
            if result != nil { return 1 }
          }
          return 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(missed == 0)
  }

  @Test(
    "is cancelled by other work that begins under its identity at the same moment, or cancels that")
  func cancelAtTheSameMoment() async {
    enum ID { case only }
    for _ in 0..<5_000 {
      await withTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            try? await withTaskCancellation(id: ID.only, cancelInFlight: true) {
              try await Task.sleep(for: .seconds(3_600))
            }
          }
        }
        // One ends as the other begins; both would sleep if neither had found the other.
        await group.next()
        Task.cancel(id: ID.only)
        await group.next()
      }
    }
  }

  @Test("is cancelled when other work begins under its identity")
  func cancelInFlight() async {
    enum ID { case only }
    let first = await begin(ID.only)
    let second = await begin(ID.only, cancelInFlight: true)
    #expect(await first.value)
    Task.cancel(id: ID.only)
    #expect(await second.value)
  }

  @Test("returns what it made, and is forgotten then")
  func result() async {
    enum ID { case only }
    let number = await withTaskCancellation(id: ID.only) { 42 }
    #expect(number == 42)
    Task.cancel(id: ID.only)
    #expect(await withTaskCancellation(id: ID.only) { Task.isCancelled } == false)
  }

  @Test("ends with the task around it")
  func outer() async {
    enum ID { case only }
    let task = await begin(ID.only)
    task.cancel()
    #expect(await task.value)
  }

  @Test("is not reached from inside an effect, whose identities are its feature's")
  func inside() async {
    enum ID { case only }
    let task = await begin(ID.only)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in Task.cancel(id: ID.only) } }
    }
    await store.send(1).finish()
    #expect(!task.isCancelled)
    Task.cancel(id: ID.only)
    #expect(await task.value)
  }
}
