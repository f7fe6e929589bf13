import Glibc
import Testing
import ZeroMQ

@Suite("Listening")
struct BindTests {
  @Test("A tcp socket bound to any port says which one it got, and can be reached there")
  func freePort() throws {
    let context = try Context()
    var server = try context.impatientSocket(.rep)
    let endpoint = try server.bind(Endpoint("tcp://127.0.0.1:*"))
    guard case .tcp(host: "127.0.0.1", let port) = endpoint.address else {
      Issue.record("bound to \(endpoint)")
      return
    }
    #expect(port != 0)
    #expect(try server.lastEndpoint() == endpoint)
    var client = try context.impatientSocket(.req)
    try client.connect(endpoint)
    #expect(try client.send("hello") == .sent)
    #expect(try server.receiveText() == "hello")
  }

  @Test(
    "A second bind is refused, and the first goes on working",
    arguments: ["ipc", "tcp", "inproc"])
  func secondBind(scheme: String) throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.impatientSocket(.rep)
    let endpoint = try first.bind(
      scheme == "ipc"
        ? directory.endpoint() : Endpoint(scheme == "tcp" ? "tcp://127.0.0.1:*" : "inproc://one"))

    var second = try context.impatientSocket(.rep)
    let error = try capture { () throws(ZeroMQError) in try second.bind(endpoint) }
    #expect(error.code == .endpointTaken)
    #expect(error.message.contains("\(endpoint)"))

    var client = try context.impatientSocket(.req)
    try client.connect(endpoint)
    #expect(try client.send("still there?") == .sent)
    #expect(try first.receiveText() == "still there?")
    #expect(try first.send("yes") == .sent)
    #expect(try client.receiveText() == "yes")
  }

  @Test("The socket and its lock are gone once it is closed, and the endpoint is free again")
  func filesGo() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    for _ in 1...3 {
      var socket = try context.socket(.router)
      try socket.bind(directory.endpoint())
      #expect(directory.files() == ["socket", "socket.lock"])
      _ = consume socket
      #expect(directory.files().isEmpty)
    }
  }

  @Test(
    "A listener that goes leaves the files of its successor, who came when its own were removed")
  func successor() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.impatientSocket(.rep)
    let endpoint = try first.bind(directory.endpoint())
    for name in directory.files() { unlink("\(directory.path)/\(name)") }
    var second = try context.impatientSocket(.rep)
    try second.bind(endpoint)
    _ = consume first
    #expect(directory.files() == ["socket", "socket.lock"])
    var client = try context.impatientSocket(.req)
    try client.connect(endpoint)
    #expect(try client.send("hello") == .sent)
    #expect(try second.receiveText() == "hello")
    _ = consume second
    #expect(directory.files().isEmpty)
  }

  @Test("A socket that took the place of one without its lock is not removed")
  func stranger() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var socket = try context.socket(.router)
    try socket.bind(directory.endpoint())
    let path = "\(directory.path)/socket"
    #expect(rename(path, path + ".own") == 0)
    #expect(mkfifo(path, 0o600) == 0)
    _ = consume socket
    #expect(directory.files() == ["socket", "socket.own"])
  }

  @Test(
    "A listener whose files are removed listens again, and keeps its connections",
    arguments: [["socket"], ["socket.lock"], ["socket", "socket.lock"], []])
  func again(removed: [String]) throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var server = try context.impatientSocket(.router)
    let endpoint = try server.bind(directory.endpoint("folder/socket"))
    let folder = "\(directory.path)/folder"
    var early = try context.impatientSocket(.dealer, .routingID([1]))
    try early.connect(endpoint)
    #expect(try early.send("early") == .sent)
    try expect("early", from: &server)
    #expect(try !server.listenAgain(), "nothing is lost")
    for name in removed.isEmpty ? ["socket", "socket.lock"] : removed {
      unlink("\(folder)/\(name)")
    }
    if removed.isEmpty { #expect(rmdir(folder) == 0) }
    #expect(try server.listenAgain())
    #expect(try !server.listenAgain())
    #expect(try early.send("still") == .sent)
    try expect("still", from: &server)
    var late = try context.impatientSocket(.dealer, .routingID([2]))
    try late.connect(endpoint)
    #expect(try late.send("late") == .sent)
    try expect("late", from: &server)
    var other = try context.socket(.router)
    let error = try capture { () throws(ZeroMQError) in try other.bind(endpoint) }
    #expect(error.code == .endpointTaken)
    _ = consume server
    #expect(rmdir(folder) == 0, "its files are gone")
  }

  private func expect(_ text: String, from server: inout Socket) throws {
    _ = try server.receive()
    let received = try server.receiveText()
    #expect(received == text)
  }

  @Test("A listener does not take its address back from one that has come since")
  func taken() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.impatientSocket(.rep)
    let endpoint = try first.bind(directory.endpoint())
    for name in directory.files() { unlink("\(directory.path)/\(name)") }
    var second = try context.impatientSocket(.rep)
    try second.bind(endpoint)
    let error = try capture { () throws(ZeroMQError) in _ = try first.listenAgain() }
    #expect(error.code == .endpointTaken)
    #expect(error.message.contains("\(getpid())"))
    _ = consume second
    #expect(try first.listenAgain(), "the other has gone")
  }

  @Test("Unbind frees the endpoint while the socket lives on")
  func unbind() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.socket(.router)
    let endpoint = try first.bind(directory.endpoint())
    try first.bind(directory.endpoint("other"))
    try first.unbind(endpoint)
    #expect(directory.files() == ["other", "other.lock"])
    var second = try context.socket(.router)
    try second.bind(endpoint)
    let error = try capture { () throws(ZeroMQError) in
      try first.unbind(Endpoint("tcp://127.0.0.1:9"))
    }
    #expect(error.code == .invalidEndpoint)
  }

  @Test("Connecting to a wildcard, or binding a host name, is refused with what to write instead")
  func wrongAddress() throws {
    let context = try Context()
    for text in ["tcp://127.0.0.1:*", "tcp://*:7610", "tcp://0.0.0.0:7610"] {
      var socket = try context.socket(.dealer)
      let error = try capture { () throws(ZeroMQError) in try socket.connect(Endpoint(text)) }
      #expect(error.code == .invalidEndpoint)
      #expect(error.message.contains("no single address"))
    }
    var socket = try context.socket(.dealer)
    let error = try capture { () throws(ZeroMQError) in
      try socket.bind(Endpoint("tcp://worker.invalid:*"))
    }
    #expect(error.code == .addressUnavailable)
    #expect(error.message.contains("127.0.0.1"))
  }

  @Test("A name that is no interface is told as such, on a socket that is monitored too")
  func nameOfNoInterface() throws {
    let context = try Context()
    var socket = try context.socket(.router)
    let monitor = try socket.monitor()
    let error = try capture { () throws(ZeroMQError) in
      try socket.bind(Endpoint("tcp://worker.invalid:*"))
    }
    #expect(error.code == .addressUnavailable)
    #expect(error.message.contains("worker.invalid is neither an address nor an interface"))
    _ = consume monitor
  }

  @Test("A socket that was never bound has no last endpoint")
  func unbound() throws {
    var socket = try Context().socket(.dealer)
    #expect(try capture { () throws(ZeroMQError) in try socket.lastEndpoint() }.code != .system)
  }
}
