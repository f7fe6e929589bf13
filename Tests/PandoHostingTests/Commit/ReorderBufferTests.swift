import PandoHosting
import Testing

@Suite("The reorder buffer")
struct ReorderBufferTests {
  @Test("what a commit gives rise to goes ahead of what was sent later, first in first out")
  func familyGoesFirst() {
    var buffer = ReorderBuffer<String>(capacity: 4)
    buffer.append("a")
    buffer.append("b")
    var order = [buffer.popHead()]
    buffer.appendFollowUp("a1")
    buffer.appendFollowUp("a2")
    order.append(buffer.popHead())
    buffer.appendFollowUp("a1x")
    while !buffer.isEmpty { order.append(buffer.popHead()) }
    #expect(order == ["a", "a1", "a2", "a1x", "b"])
  }

  @Test("follow-ups do not count against the capacity")
  func capacity() {
    var buffer = ReorderBuffer<Int>(capacity: 2)
    buffer.append(1)
    #expect(!buffer.isFull)
    buffer.appendFollowUp(0)
    #expect(!buffer.isFull)
    buffer.append(2)
    #expect(buffer.isFull)
    #expect(buffer.count == 3)
  }

  @Test("an element that stands for several actions counts as so many")
  func runs() {
    var buffer = ReorderBuffer<String>(capacity: 3)
    buffer.append("run")
    buffer.growTail()
    buffer.growTail()
    #expect(buffer.isFull)
    buffer.shrinkHead()
    #expect(buffer.count == 2 && buffer.head == "run" && !buffer.isFull)
    buffer.splitHead("first of run", isLast: false)
    #expect(buffer.count == 2)
    #expect(buffer.popHead() == "first of run")
    buffer.splitHead("last of run", isLast: true)
    #expect(buffer.popHead() == "last of run")
    #expect(buffer.isEmpty)
  }
}
