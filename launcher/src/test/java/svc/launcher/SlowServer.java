package svc.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that replies late, or never. */
final class SlowServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SlowServer.class);

    private final ServerSocket listener;
    private final Dialogue dialogue;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();

    /** What the server does with a connection. */
    @FunctionalInterface
    private interface Dialogue {

        void serve(Socket socket) throws IOException;
    }

    private SlowServer(InetAddress address, int port, Dialogue dialogue) throws IOException {
        this.dialogue = dialogue;
        this.listener = new ServerSocket(port, 50, address);
        daemon(this::accept);
    }

    /** Starts a mail server on port 25 that begins its greeting and never ends it. */
    static SlowServer tarpit(String address) throws IOException {
        return new SlowServer(InetAddress.getByName(address), 25, socket -> {
            socket.getOutputStream().write("220-Wait\r\n".getBytes(US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        });
    }

    /** Starts a policy server of postfix that defers the first message to each recipient. */
    static SlowServer greylist() throws IOException {
        Set<String> known = ConcurrentHashMap.newKeySet();
        return new SlowServer(InetAddress.getLoopbackAddress(), 0, socket -> {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String recipient = "";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("recipient=")) {
                    recipient = line;
                } else if (line.isEmpty()) {
                    String action = known.add(recipient) ? "450 4.2.0 Greylisted" : "DUNNO";
                    socket.getOutputStream().write(("action=" + action + "\n\n").getBytes(US_ASCII));
                }
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns the number of connections so far. */
    int connections() {
        return connections.get();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "slow-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            LOG.debug("The server is closed", e);
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            dialogue.serve(socket);
        } catch (IOException e) {
            LOG.debug("The client has closed the connection", e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
