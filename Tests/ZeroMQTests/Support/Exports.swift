// Every file of the target may use it.
@_exported import SocketSupport
