# Puts a listening socket on descriptor 0, and replaces itself by a command:
#   perl listen.pl HOST PORT BACKLOG FAMILY COMMAND [ARGUMENT...]
# FAMILY is "any", or "ipv4" for a JVM with java.net.preferIPv4Stack. A JVM binds a socket in the same
# way: with SO_REUSEADDR, and for all IPv6 clients together with those of IPv4. If descriptor 0 is a
# socket already, it stays. If nothing can be bound, the command starts without a socket; it then
# tries the same, fails in the same way, and says why. Needs nothing but perl-base.
use strict;
use warnings;
use Socket qw(:DEFAULT getaddrinfo inet_pton pack_sockaddr_in6 unpack_sockaddr_in6 AF_INET6
    IPPROTO_IPV6 IPV6_V6ONLY);

my ($host, $port, $backlog, $family, @command) = @ARGV;

sub listening {
    my ($type, $address) = @_;
    socket(my $socket, $type, SOCK_STREAM, 0) or return;
    setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or return;
    if ($type == AF_INET6) { setsockopt($socket, IPPROTO_IPV6, IPV6_V6ONLY, 0) or return; }
    bind($socket, $address) && listen($socket, $backlog) or return;
    return $socket;
}

sub any {
    my $all = $family eq 'ipv4' ? undef : listening(AF_INET6, pack_sockaddr_in6($port, "\0" x 16));
    # A port that is taken must not be looked for a second time, in the other family.
    return $all || ($!{EADDRINUSE} ? undef : listening(AF_INET, pack_sockaddr_in($port, INADDR_ANY)));
}

sub open_socket {
    (my $name = $host) =~ s/^\[(.*)\]$/$1/;
    return any() if $name eq '0.0.0.0' || $name =~ /^[0:]*::[0:]*$/;
    my ($error, @found) = getaddrinfo($name, $port, { socktype => SOCK_STREAM });
    return if $error;
    my ($first) = grep { $_->{family} == AF_INET } @found; # as a JVM prefers it
    $first = $found[0] if !$first && $family ne 'ipv4';
    return $first && listening($first->{family}, $first->{addr});
}

if (!-S STDIN) {
    my $socket = open_socket();
    if ($socket) { open(STDIN, '+<&', $socket) or die "tailgate: cannot use descriptor 0: $!\n"; }
}
exec { $command[0] } @command or die "tailgate: cannot start $command[0]: $!\n";
