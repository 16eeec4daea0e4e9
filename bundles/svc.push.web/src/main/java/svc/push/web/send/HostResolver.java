package svc.push.web.send;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host name or a literal address. May wait for the network. */
@FunctionalInterface
public interface HostResolver {

    /** The resolver of the operating system. */
    HostResolver OF_THE_MACHINE = host -> List.of(InetAddress.getAllByName(host));

    /** Returns all addresses, at least one. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
