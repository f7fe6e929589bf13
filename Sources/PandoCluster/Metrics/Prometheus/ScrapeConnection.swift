import Glibc

/// One connection of a scrape server.
struct ScrapeConnection {
  let descriptor: Int32
  let deadline: Int
  private var request: [UInt8] = []
  private var answer: [UInt8]?
  private var sentCount = 0

  init(descriptor: Int32, deadline: Int) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  var isAnswering: Bool { answer != nil }

  /// Reads and writes what can be; false when the connection is over.
  mutating func serve(_ metrics: () -> String) -> Bool {
    if answer == nil, !read(metrics) { return false }
    return answer == nil || write()
  }

  private mutating func read(_ metrics: () -> String) -> Bool {
    var part = [UInt8](repeating: 0, count: ScrapeRequest.bytesAtMost + 1)
    let count = recv(descriptor, &part, part.count, 0)
    if count == 0 { return false }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    request += part[..<count]
    switch ScrapeRequest.read(request) {
    case .more: break
    case .whole(let request): answer = Array(request.answer(metrics: metrics).utf8)
    case .bad(let status):
      answer = Array(ScrapeRequest.answer(status, "\(status)\n").utf8)
    }
    return true
  }

  private mutating func write() -> Bool {
    guard let answer else { return true }
    while sentCount < answer.count {
      let count = answer[sentCount...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      sentCount += count
    }
    // The peer reads until the end, which `close` alone might cut off.
    shutdown(descriptor, Int32(SHUT_WR))
    return false
  }
}
