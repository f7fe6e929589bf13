import Foundation
import PandoBase
import Testing

@Suite("A value of a thread")
struct ThreadLocalTests {
  private struct Stop: Error {}

  @Test("is the innermost one, for the time of the call")
  func nested() {
    let local = ThreadLocal<String>()
    #expect(local.value == nil)
    local.withValue("outer") {
      #expect(local.value == "outer")
      local.withValue("inner") { #expect(local.value == "inner") }
      #expect(local.value == "outer")
    }
    #expect(local.value == nil)
  }

  @Test("is gone after a call that throws")
  func throwing() {
    let local = ThreadLocal<Int>()
    #expect(throws: Stop.self) { try local.withValue(1) { throw Stop() } }
    #expect(local.value == nil)
  }

  @Test("is not seen by other threads, nor by other values")
  func otherThreads() async {
    let local = ThreadLocal<Int>()
    let other = ThreadLocal<Int>()
    await withCheckedContinuation { continuation in
      local.withValue(1) {
        #expect(other.value == nil)
        let thread = Thread {
          #expect(local.value == nil)
          local.withValue(2) { #expect(local.value == 2) }
          continuation.resume()
        }
        thread.start()
        #expect(local.value == 1)
      }
    }
  }
}
