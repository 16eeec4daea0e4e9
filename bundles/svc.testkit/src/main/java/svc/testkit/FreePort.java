package svc.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port of 127.0.0.1 for a server that cannot choose one itself. */
public final class FreePort {

    private static final int FIRST = 20_000;

    /** Linux chooses the ports of connections, and of servers that ask for any port, from this one on. */
    private static final int END = 32_768;

    private static final int MOST_ATTEMPTS = 100;

    private FreePort() {}

    /** Returns a port that nothing uses now, and that Linux gives to nothing else. */
    public static int next() throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
