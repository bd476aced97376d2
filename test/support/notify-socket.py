"""A service manager's socket: prints each received line, and "EXPIRED" after a timeout.

In Python, because Node has no Unix datagram sockets. Arguments: path of the socket, timeout in seconds.
"""
import os
import socket
import sys

manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(sys.argv[1])
print("BOUND", flush=True)
while True:
    try:
        message, descriptors, _, _ = socket.recv_fds(manager, 4096, 4)
    except TimeoutError:
        print("EXPIRED", flush=True)
        continue
    # systemd-notify waits until its barrier is closed.
    for descriptor in descriptors:
        os.close(descriptor)
    print(message.decode(), flush=True)
    manager.settimeout(float(sys.argv[2]))
