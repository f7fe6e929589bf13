import PandoWire
import Testing

extension CustomCodingTests {
  @Test("nested containers are written by turns, and to the end of the value")
  func interleavedContainers() throws {
    try exchange { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var first = root.nestedContainer(keyedBy: Key.self, forKey: "first")
      var second = root.nestedUnkeyedContainer(forKey: "second")
      try first.encode(1, forKey: "a")
      try second.encode("x")
      var inner = second.nestedContainer(keyedBy: Key.self)
      try root.encode("between", forKey: "between")
      try first.encode(Row(id: 2), forKey: "b")
      try inner.encode([3], forKey: "c")
      try second.encode(Action.moved(x: 1, y: 2))
      try root.encode("last", forKey: "last")
      var late = first.nestedUnkeyedContainer(forKey: "late")
      try inner.encode(4, forKey: "d")
      try late.encode(5)
      try first.encode(6, forKey: "e")
      #expect(second.count == 3)
    } _: { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      #expect(root.allKeys.map(\.stringValue) == ["first", "second", "between", "last"])
      let first = try root.nestedContainer(keyedBy: Key.self, forKey: "first")
      var second = try root.nestedUnkeyedContainer(forKey: "second")
      #expect(try root.decode(String.self, forKey: "last") == "last")
      #expect(try first.decode(Int.self, forKey: "a") == 1)
      #expect(try second.decode(String.self) == "x")
      let inner = try second.nestedContainer(keyedBy: Key.self)
      #expect(try second.decode(Action.self) == .moved(x: 1, y: 2))
      #expect(second.isAtEnd)
      #expect(try inner.decode(Int.self, forKey: "d") == 4)
      #expect(try inner.decode([Int].self, forKey: "c") == [3])
      #expect(try first.decode(Row.self, forKey: "b") == Row(id: 2))
      var late = try first.nestedUnkeyedContainer(forKey: "late")
      #expect(try late.decode(Int.self) == 5)
      #expect(try first.decode(Int.self, forKey: "e") == 6)
      #expect(try root.decode(String.self, forKey: "between") == "between")
    }
  }

  @Test("several containers of one encoder are one container")
  func severalContainers() throws {
    try exchange { encoder in
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: "a")
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: "b")
      try first.encode(3, forKey: "c")
    } _: { decoder in
      let first = try decoder.container(keyedBy: Key.self)
      let second = try decoder.container(keyedBy: Key.self)
      #expect(try second.decode(Int.self, forKey: "a") == 1)
      #expect(try first.decode(Int.self, forKey: "b") == 2)
      #expect(try second.decode(Int.self, forKey: "c") == 3)
      #expect(try first.decode(Int.self, forKey: "a") == 1)
    }
    try exchange { encoder in
      var first = encoder.unkeyedContainer()
      try first.encode(1)
      var second = encoder.unkeyedContainer()
      try second.encode(2)
      try first.encode(3)
    } _: { decoder in
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 3)
      for number in 1...3 { #expect(try container.decode(Int.self) == number) }
    }
  }

  @Test("an encoder for the superclass may be used late, twice, or never")
  func superEncoders() throws {
    try exchange { encoder in
      var root = encoder.container(keyedBy: Key.self)
      let keyed = root.superEncoder()
      let list = root.superEncoder(forKey: "list")
      let single = root.superEncoder(forKey: "single")
      let value = root.superEncoder(forKey: "value")
      _ = root.superEncoder(forKey: "unused")
      try root.encode(1, forKey: "own")
      var first = keyed.container(keyedBy: Key.self)
      try first.encode("a", forKey: "a")
      var second = list.unkeyedContainer()
      try second.encode("b")
      try Row(id: 3).encode(to: value)
      var place = single.singleValueContainer()
      try place.encode(Row(id: 4))
      var again = keyed.container(keyedBy: Key.self)
      try again.encode("c", forKey: "c")
      try second.encode("d")
    } _: { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      #expect(try root.decode(Int.self, forKey: "own") == 1)
      let keyed = try root.superDecoder().container(keyedBy: Key.self)
      #expect(try keyed.decode(String.self, forKey: "c") == "c")
      var list = try root.superDecoder(forKey: "list").unkeyedContainer()
      #expect(try list.decode(String.self) == "b")
      #expect(try keyed.decode(String.self, forKey: "a") == "a")
      #expect(try Row(from: root.superDecoder(forKey: "value")) == Row(id: 3))
      let single = try root.superDecoder(forKey: "single").singleValueContainer()
      #expect(try single.decode(Row.self) == Row(id: 4))
      #expect(try list.decode(String.self) == "d")
      #expect(list.isAtEnd)
      let unused = try root.superDecoder(forKey: "unused").container(keyedBy: Key.self)
      #expect(unused.allKeys.isEmpty)
    }
  }

  @Test("superclasses in lists work as well")
  func superEncodersInLists() throws {
    try exchange { encoder in
      var list = encoder.unkeyedContainer()
      let early = list.superEncoder()
      try list.encode(1)
      try Row(id: 5).encode(to: early)
      try Row(id: 6).encode(to: list.superEncoder())
      try list.encodeNil()
    } _: { decoder in
      var list = try decoder.unkeyedContainer()
      #expect(list.count == 4)
      #expect(try Row(from: list.superDecoder()) == Row(id: 5))
      #expect(try list.decode(Int.self) == 1)
      let last = try list.superDecoder()
      #expect(list.currentIndex == 3)
      #expect(try list.decodeNil())
      #expect(list.isAtEnd)
      #expect(try Row(from: last) == Row(id: 6))
    }
  }

  @Test("a type that encodes nothing, and one that decodes nothing, leave the rest alone")
  func nothing() throws {
    try exchange { _ in
    } _: { _ in
    }
    try exchange { _ in
    } _: { decoder in
      let keys = try decoder.container(keyedBy: Key.self).allKeys
      #expect(keys.isEmpty)
    }
    try exchange(writeLetters) { _ in }
    try exchange(writeLetters) { decoder in _ = try decoder.container(keyedBy: Key.self) }
    try exchange { encoder in
      _ = encoder.unkeyedContainer()
    } _: { decoder in
      let isAtEnd = try decoder.unkeyedContainer().isAtEnd
      #expect(isAtEnd)
    }
  }

  @Test("a list is read with its count, index, nils and end, and copies read on by themselves")
  func lists() throws {
    try exchange { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      try list.encodeNil()
      try list.encode("three")
      try list.encode([4, 5])
      var nested = list.nestedUnkeyedContainer()
      try nested.encode(6)
      try list.encode(7)
      #expect(list.count == 6)
    } _: { decoder in
      var list = try decoder.unkeyedContainer()
      #expect(list.count == 6)
      #expect(try !list.decodeNil())
      #expect(try list.decode(Int.self) == 1)
      #expect(try list.decodeNil())
      #expect(list.currentIndex == 2)
      var copy = list
      #expect(try copy.decode(String.self) == "three")
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(throws: DecodingError.self) { try list.nestedUnkeyedContainer() }
      #expect(try list.decode(String.self) == "three")
      #expect(try copy.decode([Int].self) == [4, 5])
      var packed = try list.nestedUnkeyedContainer()
      #expect(try packed.decode(Int.self) == 4)
      var nested = try list.nestedUnkeyedContainer()
      #expect(try packed.decode(UInt8.self) == 5)
      #expect(packed.isAtEnd)
      #expect(try nested.decode(Int.self) == 6)
      #expect(try list.decodeIfPresent(Int.self) == 7)
      #expect(list.isAtEnd)
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(try list.decodeIfPresent(Int.self) == nil)
    }
  }

  @Test("bytes written as a run may be followed by others")
  func runs() throws {
    try exchange { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var list = root.nestedUnkeyedContainer(forKey: "list")
      try list.encode(contentsOf: [UInt8]([1, 200]))
      try list.encode(3)
      try list.encode(contentsOf: [UInt8]([4]))
      var closed = root.nestedUnkeyedContainer(forKey: "closed")
      try closed.encode(contentsOf: [UInt8]([5]))
      try root.encode(0, forKey: "x")
      try closed.encode(6)
    } _: { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      #expect(try root.decode([Int].self, forKey: "list") == [1, 200, 3, 4])
      #expect(try root.decode([Int].self, forKey: "closed") == [5, 6])
    }
  }
}
