import Glibc
import Testing

@testable import PandoCluster

@Suite("The load of a process")
struct ProcessLoadTests {
  @Test("is its time of processors by the time that passed, averaged over some seconds")
  func average() {
    var load = ProcessLoad()
    #expect(load.processorThousandths(used: 700_000, atMilliseconds: 1_000) == nil)
    #expect(load.processorThousandths(used: 1_200_000, atMilliseconds: 2_000) == 500)
    // A second at twice as much moves it by a fifth of the difference.
    #expect(load.processorThousandths(used: 2_200_000, atMilliseconds: 3_000) == 600)
    #expect(load.processorThousandths(used: 2_200_000, atMilliseconds: 3_000) == 600)
    #expect(load.processorThousandths(used: 17_200_000, atMilliseconds: 8_000) == 3_000)
    #expect(load.processorThousandths(used: 0, atMilliseconds: 13_000) == 0)
  }

  @Test("is told of this process, whatever else the machine does")
  func own() throws {
    var load = ProcessLoad()
    _ = load.processorThousandths(atMilliseconds: 0)
    var sum: UInt64 = 0
    let end = clock() + 100_000
    while clock() < end { sum &+= 1 }
    let read = load.processorThousandths(atMilliseconds: 1_000)
    let thousandths = try #require(read)
    #expect(thousandths >= 100 && sum > 0)
  }
}
