package svc.push.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name, or of a literal address. May wait for the network. */
@FunctionalInterface
interface Names {

    /** As this machine finds them. */
    Names OF_THE_MACHINE = host -> List.of(InetAddress.getAllByName(host));

    /** All addresses; never none. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
