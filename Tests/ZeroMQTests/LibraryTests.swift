import Testing
import ZeroMQ

@Suite("The library")
struct LibraryTests {
  @Test("It is libzmq 4.3 or later, with CURVE and ipc")
  func version() {
    let version = ZeroMQLibrary.version
    #expect((version.major, version.minor) >= (4, 3))
    #expect("\(version)" == "\(version.major).\(version.minor).\(version.patch)")
    #expect(ZeroMQLibrary.has("curve"))
    #expect(ZeroMQLibrary.has("ipc"))
    #expect(!ZeroMQLibrary.has("no such thing"))
  }

  @Test("The descriptor limit rises to what the system allows, and stays there")
  func descriptors() throws {
    let before = try DescriptorLimit.current
    let raised = try DescriptorLimit.raise()
    #expect(raised >= before)
    #expect(try DescriptorLimit.current == raised)
    #expect(try DescriptorLimit.raise() == raised)
  }

  @Test("An error says what, where, why and how to mend it")
  func error() {
    let error = ZeroMQError(.endpointTaken, "Could not listen at x: taken. Stop it.", errno: 98)
    #expect(error.reason == "Address already in use")
    #expect(
      "\(error)"
        == "Could not listen at x: taken. Stop it. [endpointTaken, errno 98: Address already in use]"
    )
    #expect("\(ZeroMQError(.invalidKey, "No."))" == "No. [invalidKey]")
  }
}
