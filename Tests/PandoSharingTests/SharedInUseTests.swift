import PandoDependencies
import PandoIdentifiedCollections
import PandoSharing
import Testing

@Suite("A shared value inside its own change")
struct SharedInUseTests {
  struct Item: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
  }

  @Test("is read as it was when the change began")
  func reading() throws {
    @Shared(value: [Item(id: 1), Item(id: 2)]) var items: IdentifiedArrayOf<Item>
    let second = try #require(Shared($items[id: 2]))
    $items.withLock { items in
      items.append(Item(id: 3))
      #expect($items.wrappedValue.count == 2)
      _ = items.remove(id: second.wrappedValue.id)
    }
    #expect(Array(items.ids) == [1, 3])
  }

  @Test("has parts that are only read")
  func readOnlyPart() {
    @Shared(value: Item(id: 7)) var item
    let id: SharedReader<Int> = $item.id
    #expect(id.wrappedValue == 7)
    $item.withLock { $0.name = "elm" }
    #expect($item.read.wrappedValue.name == "elm")
  }

  @Test("has another default than that of its key, written as a literal")
  func literal() {
    struct Holder { @Shared(.items) var items = [Item(id: 1)] }
    let holder = withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      Holder()
    }
    #expect(Array(holder.items.ids) == [1])
  }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<SharedInUseTests.Item>>.Default {
  fileprivate static var items: Self { Self[.inMemory("items of a test"), default: []] }
}
