import Glibc
import Synchronization
import Testing
import ZeroMQ

@Suite("Endpoint locks")
struct EndpointLockTests {
  @Test("A taken endpoint names the process that has it")
  func owner() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let lock = try EndpointLock(endpoint)
    let error = try capture { () throws(ZeroMQError) in try EndpointLock(endpoint) }
    #expect(error.code == .endpointTaken)
    #expect(error.message.contains("this process (\(getpid()))"))
    #expect(error.message.contains("\(endpoint)"))
    withExtendedLifetime(lock) {}
  }

  @Test("The process id of another owner is read out of the lock file")
  func otherOwner() throws {
    let directory = TemporaryDirectory()
    let descriptor = open("\(directory.path)/socket.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(write(descriptor, "4242\n", 5) == 5)
    let endpoint = try directory.endpoint()
    let error = try capture { () throws(ZeroMQError) in try EndpointLock(endpoint) }
    #expect(error.message.contains("process 4242 listens there"))
  }

  @Test("What a dead listener left behind is cleared away")
  func stale() throws {
    let directory = TemporaryDirectory()
    close(try listen(at: "\(directory.path)/socket"))
    close(open("\(directory.path)/socket.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    let lock = try EndpointLock(directory.endpoint())
    #expect(directory.files() == ["socket.lock"])
    withExtendedLifetime(lock) {}
  }

  @Test("A live listener that knows nothing of locks is not robbed")
  func foreignListener() throws {
    let directory = TemporaryDirectory()
    let descriptor = try listen(at: "\(directory.path)/socket")
    defer { close(descriptor) }
    let endpoint = try directory.endpoint()
    let error = try capture { () throws(ZeroMQError) in try EndpointLock(endpoint) }
    #expect(error.code == .endpointTaken)
    #expect(error.message.contains("\(getpid())"))
    #expect(directory.files() == ["socket"])
  }

  @Test("A file that is not a socket is left alone")
  func notASocket() throws {
    let directory = TemporaryDirectory()
    close(open("\(directory.path)/socket", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    let endpoint = try directory.endpoint()
    let error = try capture { () throws(ZeroMQError) in try EndpointLock(endpoint) }
    #expect(error.code == .invalidEndpoint)
    #expect(error.message.contains("not a socket"))
    #expect(directory.files() == ["socket"])
  }

  @Test("A missing directory is created for its owner alone")
  func directoryIsMade() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint("a/b/socket")
    let path = "\(directory.path)/a/b"
    let lock = try EndpointLock(endpoint)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    withExtendedLifetime(lock) {}
    _ = consume lock
    rmdir(path)
    rmdir("\(directory.path)/a")
  }

  @Test("A directory that others may write to is refused, unless it is sticky")
  func unsafeDirectory() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    for mode: mode_t in [0o770, 0o702] {
      chmod(directory.path, mode)
      let error = try capture { () throws(ZeroMQError) in try EndpointLock(endpoint) }
      #expect(error.code == .unsafeDirectory)
      #expect(error.message.contains("chmod 0700 \(directory.path)"))
    }
    for mode: mode_t in [0o1777, 0o755, 0o700] {
      chmod(directory.path, mode)
      #expect(throws: Never.self) { try EndpointLock(endpoint) }
    }
  }

  @Test("Of many that race for one endpoint, one at a time has it")
  func race() throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let holders = Tally()
    let racers = (0..<4).map { _ in
      Background {
        for _ in 0..<300 {
          guard let lock = try? EndpointLock(endpoint) else { continue }
          holders.enter()
          holders.leave()
          withExtendedLifetime(lock) {}
        }
      }
    }
    for racer in racers { #expect(try racer.finish()) }
    #expect(holders.most == 1)
    #expect(directory.files().isEmpty)
  }

  private final class Tally: Sendable {
    private let now = Atomic(0)
    private let maximum = Atomic(0)

    var most: Int { maximum.load(ordering: .relaxed) }

    func enter() {
      let count = now.add(1, ordering: .sequentiallyConsistent).newValue
      maximum.max(count, ordering: .sequentiallyConsistent)
      sched_yield()
    }

    func leave() { now.subtract(1, ordering: .sequentiallyConsistent) }
  }

  private func listen(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    try #require(result == 0)
    try #require(Glibc.listen(descriptor, 4) == 0)
    return descriptor
  }
}
