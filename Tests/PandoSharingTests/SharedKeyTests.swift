import Foundation
import PandoSharing
import Synchronization
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var size = 12
}

extension SharedKey where Self == InMemoryKey<Settings>.Default {
  fileprivate static var settings: Self { Self[.inMemory("settings"), default: Settings(size: 14)] }
}

extension SharedKey where Self == InMemoryKey<String?>.Default {
  fileprivate static var draft: Self { Self[.inMemory("draft"), default: nil] }
  fileprivate static var greeting: Self { Self[.inMemory("greeting"), default: "Hello"] }
}

@Suite("Shared values with keys")
struct SharedKeyTests {
  @Test("an optional value begins with the default of its key, nil among them")
  func optionalDefault() {
    @Shared(.draft) var draft
    @Shared(.draft) var spelledOut: String?
    @Shared(.greeting) var greeting: String?
    @Shared(.inMemory("note")) var note: String?
    @SharedReader(.draft) var reader: String?
    @SharedReader(.greeting) var greetingReader
    @SharedReader(.inMemory("note")) var noteReader: String?
    @Shared(.draft) var assigned: String? = "kept from the first use"
    #expect(draft == nil && spelledOut == nil && note == nil && assigned == nil)
    #expect(greeting == "Hello" && greetingReader == "Hello")
    $draft.withLock { $0 = "Dear" }
    $note.withLock { $0 = "Milk" }
    #expect(spelledOut == "Dear" && reader == "Dear" && noteReader == "Milk")
    #expect(Shared(.draft).wrappedValue == "Dear")
  }

  @Test("properties of one key share one value", .serialized, arguments: [1, 2])
  func inMemory(_ run: Int) {
    // Each test has a memory of its own; the second run of one test finds what the first left.
    @Shared(.inMemory("count")) var count = 0
    @Shared(.inMemory("count")) var other = 10
    @SharedReader(.inMemory("count")) var reader = 20
    $other.withLock { $0 += 1 }
    #expect(count == other && reader == other && count == run)
  }

  @Test("another test begins anew")
  func apart() {
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 0)
  }

  @Test("a value outlives its properties")
  func outliving() {
    do {
      @Shared(.inMemory("outliving")) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(.inMemory("outliving")) var count = 0
    #expect(count == 5)
  }

  @Test("a value with a key is changed in place")
  func inPlace() {
    @Shared(.inMemory("items")) var items = Array(repeating: 0, count: 1_000)
    func change() -> UnsafePointer<Int>? {
      $items.withLock { items in
        items[0] += 1
        return items.withUnsafeBufferPointer(\.baseAddress)
      }
    }
    let first = change()
    #expect(change() == first && change() == first && items[0] == 3)
  }

  @Test("keys have default values of their own, and optional properties need none")
  func defaults() {
    @Shared(.settings) var settings
    @SharedReader(.settings) var reader
    @Shared(.inMemory("name")) var name: String?
    #expect(settings.size == 14 && reader.size == 14 && name == nil)
    $name.withLock { $0 = "Blob" }
    @Shared(.inMemory("name")) var again: String?
    #expect(again == "Blob")
  }

  @Test("two types for one key are reported, and not shared")
  func conflict() {
    @Shared(.inMemory("conflict")) var count = 1
    withKnownIssue {
      @Shared(.inMemory("conflict")) var name = "Blob"
      $name.withLock { $0 += "!" }
    } matching: { issue in
      "\(issue)".contains("is in use for another type")
        && "\(issue)".contains("SharedKeyTests.swift")
    }
    #expect(count == 1)
  }

  /// A place that a test looks into.
  private final class Place: Hashable, Sendable {
    let value = Mutex<Int?>(nil)
    let subscribers = Mutex<[SharedSubscriber<Int>]>([])
    let cancellations = Mutex(0)
    static func == (left: Place, right: Place) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Failure: Error {}

  private struct PlaceKey: SharedKey {
    let id: Place

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      let value = id.value.withLock { $0 }
      if value == -1 { return continuation.resume(throwing: Failure()) }
      continuation.resume(with: .success(value))
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      id.subscribers.withLock { $0.append(subscriber) }
      return SharedSubscription { [id] in id.cancellations.withLock { $0 += 1 } }
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      if value == 13 { return continuation.resume(throwing: Failure()) }
      id.value.withLock { $0 = value }
      continuation.resume()
    }
  }

  @Test("a key of one's own loads, saves, and brings what others write")
  func ownKey() async throws {
    let place = Place()
    place.value.withLock { $0 = 3 }
    do {
      @Shared(PlaceKey(id: place)) var count = 0
      #expect(count == 3)
      $count.withLock { $0 += 1 }
      #expect(place.value.withLock { $0 } == 4)
      let subscriber = try #require(place.subscribers.withLock { $0.first })
      subscriber.yield(9)
      #expect(count == 9)
      // What came from there is not sent back.
      #expect(place.value.withLock { $0 } == 4)
      subscriber.yieldReturningInitialValue()
      #expect(count == 0)
      try await $count.load()
      #expect(count == 4)
      place.value.withLock { $0 = -1 }
      await #expect(throws: Failure.self) { try await $count.load() }
      #expect($count.loadError is Failure && count == 4)
      try await $count.save()
      #expect(place.value.withLock { $0 } == 4)
    }
    #expect(place.cancellations.withLock { $0 } > 0)
  }

  @Test("what cannot be read or written is reported, with the place of the property")
  func failures() {
    let place = Place()
    place.value.withLock { $0 = -1 }
    withKnownIssue {
      @Shared(PlaceKey(id: place)) var count = 0
      #expect(count == 0)
    } matching: { issue in
      "\(issue)".contains("SharedKeyTests.swift:") && "\(issue)".contains("could not be read")
    }
    place.value.withLock { $0 = nil }
    @Shared(PlaceKey(id: place)) var count = 0
    withKnownIssue {
      $count.withLock { $0 = 13 }
    } matching: { issue in
      "\(issue)".contains("could not be written")
    }
    #expect(count == 13 && $count.saveError is Failure)
    $count.withLock { $0 = 1 }
    #expect($count.saveError == nil)
  }

  /// A key that reads when a test says so.
  private final class LatePlace: SharedKey, Hashable {
    let loads = Mutex<[LoadContinuation<Int>]>([])
    let subscribers = Mutex<[SharedSubscriber<Int>]>([])

    static func == (left: LatePlace, right: LatePlace) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      loads.withLock { $0.append(continuation) }
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      subscribers.withLock { $0.append(subscriber) }
      return SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      continuation.resume()
    }

    func resume(_ result: Result<Int?, Failure>) throws {
      try #require(loads.withLock { $0.first }).resume(with: result.mapError { $0 })
    }
  }

  @Test("a first value that is read late is taken when it is there")
  func late() throws {
    let place = LatePlace()
    @Shared(place) var count = 1
    #expect(count == 1 && $count.isLoading)
    try place.resume(.success(7))
    #expect(count == 7 && !$count.isLoading)
    let empty = LatePlace()
    @SharedReader(empty) var other = 2
    try empty.resume(.success(nil))
    #expect(other == 2 && !$other.isLoading)
  }

  @Test("a first value that is read late does not undo what is newer")
  func lateBehindChange() throws {
    let changed = LatePlace()
    @Shared(changed) var count = 1
    $count.withLock { $0 = 2 }
    try changed.resume(.success(7))
    #expect(count == 2 && !$count.isLoading)
    let told = LatePlace()
    @Shared(told) var other = 1
    try #require(told.subscribers.withLock { $0.first }).yield(9)
    #expect(other == 9 && $other.isLoading)
    try told.resume(.success(7))
    #expect(other == 9 && !$other.isLoading)
  }

  @Test("a first value that cannot be read is reported late, too")
  func lateFailure() throws {
    let place = LatePlace()
    @Shared(place) var count = 1
    try withKnownIssue {
      try place.resume(.failure(Failure()))
    } matching: { issue in
      "\(issue)".contains("SharedKeyTests.swift:") && "\(issue)".contains("could not be read")
    }
    #expect(count == 1 && !$count.isLoading && $count.loadError is Failure)
  }
}
