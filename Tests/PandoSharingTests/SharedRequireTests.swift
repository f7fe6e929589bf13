import Foundation
import PandoDependencies
import PandoSharing
import Testing

@Suite("A shared value that is required", .timeLimit(.minutes(15)))
struct SharedRequireTests {
  @Test("is the one that its key has")
  func present() async throws {
    @Shared(.inMemory("trees")) var trees = 0
    $trees.withLock { $0 = 3 }
    let same = try await Shared<Int>(require: .inMemory("trees"))
    same.withLock { $0 += 1 }
    #expect(trees == 4)
    let reader = try await SharedReader<Int>(require: .inMemory("trees"))
    #expect(reader.wrappedValue == 4)
  }

  @Test("is an error where its key has none")
  func missing() async throws {
    await #expect(throws: SharedValueIsMissing.self) {
      try await Shared<Int>(require: .inMemory("bushes"))
    }
    do {
      _ = try await SharedReader<Int>(require: .inMemory("bushes"))
    } catch {
      #expect("\(error)".contains(#"The key "inMemory(bushes)" has no value."#), "\(error)")
    }
  }

  @Test("is an error where it cannot be read")
  func unreadable() async {
    await withDependencies {
      $0.defaultFileStorage = .inMemory
    } operation: {
      await #expect(throws: (any Error).self) {
        try await Shared<Int>(require: .fileStorage(URL(filePath: "/none.json")))
      }
    }
  }

  @Test("one that was there once has the value that it was made with, whoever read it before")
  func last() throws {
    let account = Shared<String?>(value: "Ada")
    let early = try #require(Shared(account))
    #expect(early.wrappedValue == "Ada")
    account.withLock { $0 = "Grace" }
    let late = try #require(Shared(account))
    account.withLock { $0 = nil }
    #expect(late.wrappedValue == "Grace")
    #expect(early.wrappedValue == "Grace")
  }

  @Test("a part of a shared value that is a constant is read alone")
  func constant() {
    struct Person { let id: Int; var name: String }
    let person = Shared(value: Person(id: 3, name: "Ada"))
    let id: SharedReader<Int> = person.id
    #expect(id.wrappedValue == 3)
    let name: Shared<String> = person.name
    name.withLock { $0 = "Grace" }
    #expect(person.read.wrappedValue.name == "Grace")
    let reader: SharedReader<Person> = person.read
    #expect(reader.name.wrappedValue == "Grace")
  }
}
