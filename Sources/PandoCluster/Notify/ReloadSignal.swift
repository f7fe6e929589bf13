import Glibc
import Synchronization
import ZeroMQ

/// Has a keyring read again on SIGHUP, as `systemctl reload` asks for it, and tells the service manager.
enum ReloadSignal {
  private static let written = Atomic<Int32>(-1)

  /// Takes the signal over, for as long as the process lives. Does nothing the second time.
  static func adopt(notifier: ServiceNotifier?, keys: LoadedKeys?) throws(ZeroMQError) {
    let wakeUp = try WakeUp()
    guard
      written.compareExchange(
        expected: -1, desired: wakeUp.fileDescriptor, ordering: .acquiringAndReleasing
      ).exchanged
    else { return }
    _ = ServiceThread(name: "pando-reload") {
      var poller = Poller()
      poller.add(fileDescriptor: wakeUp.fileDescriptor)
      while (try? poller.wait(timeoutMilliseconds: nil)) != nil {
        wakeUp.drain()
        notifier?.reloading()
        if let keys {
          keys.watch.readNow { notifier?.reloaded() }
        } else {
          notifier?.reloaded()
        }
      }
    }
    // Only what a handler may do: an atomic load, and a write.
    signal(SIGHUP) { _ in
      var one: UInt64 = 1
      let saved = errno
      _ = write(ReloadSignal.written.load(ordering: .relaxed), &one, MemoryLayout<UInt64>.size)
      errno = saved
    }
  }
}
