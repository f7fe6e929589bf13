import Foundation
import Glibc
import PandoHosting

/// The state of a worker in a sandbox, as it tells the process that started it for others.
struct ConfinedReport: Codable {
  /// The numbers that change with each step that a worker makes: some may be seen to be the same after one.
  struct Steps: Codable, Equatable {
    var actions: UInt64
    var rewrites: UInt64
    var effects: Int
    var lanes: Int
  }

  /// Without the load of the machine, which it cannot look at.
  var load: WorkerLoad
  var steps: Steps
  /// True if a reducer or an effect runs.
  var isWorking: Bool
  /// When it counted the steps, in milliseconds of the machine's monotonic clock.
  var countedAt: Int
  /// Why nobody new can connect; nil while everybody can.
  var problem: String?
  var drainLeft: DrainLeft?
}

/// Something that the process which started a worker in a sandbox wants of it.
enum ConfinedOrder: Codable, Equatable {
  /// A report.
  case report
  /// That it takes work: it is known to be confined.
  case begin
  /// That it drains as a coordinator says; with nil, no longer.
  case drain(withinMilliseconds: Int?)
  /// That it drains and ends, as on SIGTERM.
  case terminate
  /// That it ends at once.
  case end
}

/// Messages over a pair of sockets, one at a time.
enum ConfinedLine {
  /// Something that came.
  enum Received<Message> {
    case message(Message)
    /// Nothing is there yet.
    case nothing
    /// The other side has ended, or says what it should not.
    case end
  }

  /// The environment variable of a worker with the number of its descriptor, and the label of its sandbox; a minus where
  /// not all of that is enforced.
  static let variable = "PANDO_WORKER_LINE"

  /// Returns the value of the variable.
  static func words(socket: Int32, label: String?) -> String { "\(socket) \(label ?? "-")" }

  /// The longest message.
  private static let bytesAtMost = 1 << 16

  /// Sends a message, if there is room, and waits for nothing. Whoever does not read is asked again later.
  static func send(_ message: some Encodable, to socket: Int32) {
    guard let bytes = try? JSONEncoder().encode(message), bytes.count <= bytesAtMost else { return }
    _ = bytes.withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
  }

  /// Receives a message. Waits for one where it is told to.
  static func receive<Message: Decodable>(
    _ type: Message.Type, from socket: Int32, waits: Bool
  ) -> Received<Message> {
    var bytes = [UInt8](repeating: 0, count: bytesAtMost)
    var count: Int
    repeat {
      count = recv(socket, &bytes, bytes.count, waits ? 0 : Int32(MSG_DONTWAIT))
    } while count < 0 && errno == EINTR
    if count < 0, errno == EAGAIN { return .nothing }
    guard count > 0,
      let message = try? JSONDecoder().decode(type, from: Data(bytes.prefix(count)))
    else { return .end }
    return .message(message)
  }
}
