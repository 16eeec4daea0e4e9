package svc.shell;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** Runs as another user. Exits with 0 if it can connect to the socket, with 42 if access is denied. */
public final class OtherUser {

    private OtherUser() {}

    public static void main(String[] args) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
            System.exit(channel.isConnected() ? 0 : 1);
        } catch (java.io.IOException e) {
            System.exit(42);
        }
    }
}
