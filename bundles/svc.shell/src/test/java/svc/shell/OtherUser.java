package svc.shell;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** Run as another user: exits with 0 when it gets a connection, with 42 when it is kept out. */
final class OtherUser {

    private OtherUser() {}

    public static void main(String[] args) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
            System.exit(channel.isConnected() ? 0 : 1);
        } catch (java.io.IOException e) {
            System.exit(42);
        }
    }
}
