import Foundation
import OrderedCollections
import PandoWire
import Testing

@testable import Pando

@Suite("StackState")
struct StackStateTests {
  @CasePathable
  enum Screen: Codable, Hashable, Sendable { case list(Int), detail(String) }

  private let three: StackState<String> = ["a", "b", "c"]

  @Test("ids count from 0, and are not given out again")
  func ids() {
    var stack = three
    #expect(stack.ids == [0, 1, 2])
    stack.removeLast()
    stack.append("d")
    #expect(stack.ids == [0, 1, 3])
    stack.removeAll()
    #expect(stack.nextID == 4)
    stack += ["e", "f"]
    #expect(stack.ids == [4, 5])
    #expect(stack[id: 5] == "f")
    #expect(stack[id: 0] == nil)
  }

  #if Diffs
    @Test("ids are shown as numbers in what a test's failure shows")
    func shownIDs() {
      let text = ValueText.text(of: three)
      #expect(text.contains("#2: \"c\""))
      #expect(!text.contains("generation"))
      let action = StackAction<String, Int>.popFrom(id: 1)
      #expect(ValueText.text(of: action).contains("#1"))
    }
  #endif

  @Test("elements are changed, removed and popped by id")
  func identity() {
    var stack = three
    stack[id: 1]?.append("!")
    #expect(Array(stack) == ["a", "b!", "c"])
    stack[id: 1] = nil
    #expect(stack.ids == [0, 2])
    stack = three
    stack.pop(from: 1)
    #expect(Array(stack) == ["a"])
    stack = three
    stack.pop(to: 1)
    #expect(Array(stack) == ["a", "b"])
    stack.pop(to: 7)
    stack.pop(from: 2)
    #expect(stack.count == 2)
  }

  @Test("an element in the middle keeps its id when others come and go")
  func replacement() {
    var stack = three
    stack.replaceSubrange(0..<1, with: ["x", "y"])
    #expect(stack.ids == [3, 4, 1, 2])
    #expect(Array(stack) == ["x", "y", "b", "c"])
    stack.removeAll { $0 > "w" }
    #expect(stack.ids == [1, 2])
    stack.insert("z", at: 1)
    #expect(stack[id: 5] == "z")
    #expect(stack.map(\.self) == ["b", "z", "c"])
  }

  @Test("an element is set under an id to come, never under one that was popped")
  func settingByID() {
    var stack = three
    stack[id: 3] = "d"
    #expect(stack.ids == [0, 1, 2, 3])
    #expect(stack.nextID == 4)
    stack.removeLast()
    withKnownIssue {
      stack[id: 3] = "e"
    } matching: {
      "\($0)".contains("whose element was popped") && "\($0)".contains("StackStateTests.swift")
    }
    #expect(Array(stack) == Array(three))
  }

  @Test("a case of an element is changed in place, and another case is reported")
  func cases() {
    var stack: StackState<Screen> = [.list(1), .detail("a")]
    stack[id: 0, case: \.list]? += 1
    #expect(stack[id: 0, case: \.list] == 2)
    #expect(stack[id: 0, case: \.detail] == nil)
    withKnownIssue {
      stack[id: 1, case: \.list] = 4
    } matching: {
      "\($0)".contains("as if it were in a case that it is not in")
    }
    withKnownIssue {
      stack[id: 1, case: \.list] = nil
    } matching: {
      "\($0)".contains("as if it were in a case that it is not in")
    }
    #expect(stack[id: 1] == .detail("a"))
    stack[id: 1, case: \.detail] = nil
    #expect(stack.ids == [0])
  }

  @Test("stacks are equal when their elements and ids are")
  func equality() {
    var other: StackState<String> = ["x"]
    other.removeAll()
    other += three
    #expect(other.ids != three.ids)
    #expect(other != three)
    let copy = three
    #expect(Set([copy, three]).count == 1)
  }

  @Test("other coders write an array; the codec of hosted features keeps the ids")
  func coding() throws {
    var stack: StackState<Screen> = [.list(1), .detail("a"), .list(3)]
    stack[id: 1] = nil
    let json = try JSONEncoder().encode(stack.map { "\($0)" })
    #expect(try JSONDecoder().decode(StackState<String>.self, from: json).ids == [0, 1])
    let copy = try WireDecoder.decode(
      StackState<Screen>.self, from: try WireEncoder.encode(stack))
    #expect(copy == stack)
    #expect(copy.ids == [0, 2])
    #expect(copy.nextID == 3)
  }

  @Test("the codec refuses ids that the stack cannot have given out")
  func hostileBytes() throws {
    var writer = WireWriter()
    for (generation, ids) in [
      (1, [0, 1]), (3, [0, 0]), (3, [0]), (3, [-1, 0]), (Int.max, [0, 1]),
    ] {
      writer.removeAll()
      try writer.beginList()
      try writer.encode(UInt64(1))
      try writer.encode(generation)
      try writer.encode(ids)
      try writer.encode(["a", "b"])
      writer.endList()
      let bytes = writer.withBytes { Array($0) }
      #expect(throws: WireError.self) {
        try WireDecoder.decode(StackState<String>.self, from: bytes)
      }
    }
    for generation in [-5, -1, .min, .max, 1 << 62 + 1] {
      let bytes = try emptyStack(generation)
      #expect(throws: WireError.self) {
        try WireDecoder.decode(StackState<String>.self, from: bytes)
      }
    }
    for generation in [Int.max, 1 << 62, -1] {
      #expect(throws: WireError.self) {
        try WireDecoder.decode(StackElementID.self, from: WireEncoder.encode(generation))
      }
    }
  }

  private func emptyStack(_ generation: Int) throws -> [UInt8] {
    var writer = WireWriter()
    try writer.beginList()
    try writer.encode(UInt64(1))
    try writer.encode(generation)
    try writer.encode([Int]())
    try writer.encode([String]())
    writer.endList()
    return writer.withBytes { Array($0) }
  }

  @Test("a stack that the codec takes can be read whatever is pushed on it")
  func counted() throws {
    let last = StackElementID(integerLiteral: 1 << 62 - 1)
    // A peer that says that it has counted so far, and one that pushes under such an id.
    var stacks = [three]
    stacks[0].push("x", id: try WireDecoder.decode(from: WireEncoder.encode(last)))
    for generation in [1 << 62, 1 << 62 - 1] {
      stacks.append(try WireDecoder.decode(from: try emptyStack(generation)))
    }
    for var stack in stacks {
      for text in ["a", "b", "c"] {
        let next = stack.nextID
        stack.append(text)
        #expect(stack.ids.last == next)
        #expect(stack[id: next] == text)
        let copy = try WireDecoder.decode(
          StackState<String>.self, from: try WireEncoder.encode(stack))
        #expect(copy == stack && copy.nextID == stack.nextID)
      }
      #expect(Set(stack.ids).count == stack.count)
    }
  }

  @Test("a mirror shows the elements under their ids")
  func reflection() {
    var text = ""
    dump(three, to: &text)
    #expect(text.contains("key: #2"))
    #expect(text.contains(#"value: "c""#))
    #expect(!text.contains("lineage"))
  }
}
