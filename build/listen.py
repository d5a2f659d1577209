# The same as listen.pl, for a machine without perl: python3 listen.py HOST PORT BACKLOG FAMILY COMMAND...
import errno
import os
import re
import socket
import stat
import sys

host, port, backlog, family = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
command = sys.argv[5:]


def listening(kind, address):
    opened = socket.socket(kind, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if kind == socket.AF_INET6:
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    opened.bind(address)
    opened.listen(backlog)
    return opened


def open_any():
    if family != 'ipv4':
        try:
            return listening(socket.AF_INET6, ('::', port))
        except OSError as e:
            if e.errno == errno.EADDRINUSE:
                raise
    return listening(socket.AF_INET, ('0.0.0.0', port))


def open_socket():
    name = re.sub(r'^\[(.*)\]$', r'\1', host)
    if name == '0.0.0.0' or re.fullmatch('[0:]*::[0:]*', name):
        return open_any()
    found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    first = [one for one in found if one[0] == socket.AF_INET]
    if not first and family != 'ipv4':
        first = found
    return listening(first[0][0], first[0][4])


def is_socket():
    try:
        return stat.S_ISSOCK(os.fstat(0).st_mode)
    except OSError:
        return False


if not is_socket():
    try:
        opened = open_socket()
        os.dup2(opened.fileno(), 0)
    except (OSError, IndexError):
        pass  # the command tries the same, and says why it fails
os.execv(command[0], command)
