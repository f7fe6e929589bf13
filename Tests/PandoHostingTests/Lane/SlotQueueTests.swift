import PandoWire
import Testing

@testable import PandoHosting

@Suite("The queue of a lane's actions")
struct SlotQueueTests {
  private func slot(_ number: UInt8) -> LaneMachine.Slot {
    // Bytes that do not fit the value, so that a slot which is lost or freed twice shows.
    LaneMachine.Slot(action: HostedAction(bytes: ByteString(Array(repeating: number, count: 20))))
  }

  private func numbers(_ queue: borrowing SlotQueue) -> [UInt8] {
    var numbers: [UInt8] = []
    for index in 0..<queue.count { numbers.append(queue[index].action.bytes.array[0]) }
    return numbers
  }

  @Test("does what an array does", arguments: 0..<40 as Range<UInt64>)
  func asAnArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = SlotQueue()
    var array: [UInt8] = []
    for round in 0..<400 {
      let number = UInt8(truncatingIfNeeded: round)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        queue.append(slot(number))
        array.append(number)
      case 4:
        let index = Int.random(in: 0...array.count, using: &random)
        queue.insert(slot(number), at: index)
        array.insert(number, at: index)
      case 5 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        queue.remove(at: index)
        array.remove(at: index)
      case 6 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        queue[index] = slot(number)
        array[index] = number
      case 7 where round % 50 == 0:
        queue.removeAll()
        array.removeAll()
      case 8...9 where !array.isEmpty:
        queue.removeFirst()
        array.removeFirst()
      default:
        break
      }
      #expect(numbers(queue) == array)
      let isEmpty = queue.isEmpty
      #expect(isEmpty == array.isEmpty)
    }
  }

  @Test("keeps each answer beside its action", arguments: 0..<40 as Range<UInt64>)
  func answers(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = SlotQueue()
    var array: [(number: UInt8, answer: HostedResult?)] = []
    for round in 0..<400 {
      let number = UInt8(truncatingIfNeeded: round)
      let index = array.isEmpty ? 0 : Int.random(in: 0..<array.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        queue.append(slot(number))
        array.append((number, nil))
      case 3:
        queue.insert(slot(number), at: index)
        array.insert((number, nil), at: index)
      case 4 where !array.isEmpty:
        queue.remove(at: index)
        array.remove(at: index)
      case 5..<8 where !array.isEmpty && array[index].answer == nil:
        let result = HostedResult(warnings: ["\(number)"])
        queue.answer(index, with: result)
        array[index].answer = result
      case 8 where !array.isEmpty:
        #expect(answer(queue, index) == array[index].answer)
        queue.forgetAnswer(index)
        array[index].answer = nil
      case 9 where !array.isEmpty:
        if Bool.random(using: &random) {
          queue.forgetAnswer(index)
          array[index].answer = nil
        } else {
          queue.removeFirst()
          array.removeFirst()
        }
      default:
        break
      }
      #expect(numbers(queue) == array.map(\.number))
      let answerBytes = queue.answerBytes
      #expect(answerBytes == array.reduce(0) { $0 + ($1.answer?.heldBytes ?? 0) })
      for index in array.indices {
        let isAnswered = queue[index].isAnswered
        #expect(isAnswered == (array[index].answer != nil))
      }
    }
    for index in array.indices { #expect(answer(queue, index) == array[index].answer) }
  }

  private func answer(_ queue: borrowing SlotQueue, _ index: Int) -> HostedResult? {
    queue[index].isAnswered ? queue[answerAt: index] : nil
  }

  @Test("grows to a burst, and begins anew after it")
  func burst() {
    var queue = SlotQueue()
    for _ in 0..<3 {
      for number in 0..<1_000 { queue.append(slot(UInt8(number % 251))) }
      for number in 0..<1_000 {
        let bytes = queue[0].action.bytes.array
        #expect(bytes[19] == UInt8(number % 251))
        queue.removeFirst()
      }
      let isEmpty = queue.isEmpty
      #expect(isEmpty)
    }
  }

  @Test("finds what is asked for below a limit alone")
  func contains() {
    var queue = SlotQueue()
    for number in 0..<10 as Range<UInt8> { queue.append(slot(number)) }
    let found = [(4, 5), (5, 5), (9, 100)].map { number, limit in
      queue.contains(below: limit) { $0.action.bytes.array[0] == number }
    }
    #expect(found == [true, false, true])
  }
}
