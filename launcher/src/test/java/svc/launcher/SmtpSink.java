package svc.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A mail server that accepts each message at once, and keeps its subject and its recipients. */
final class SmtpSink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpSink.class);

    private final List<ServerSocket> listeners = new ArrayList<>();
    private final Consumer<Stage> observer;
    private final List<Accepted> accepted = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final AtomicInteger run = new AtomicInteger();

    /** A point in a dialogue. */
    enum Stage {
        CONNECTED,
        COMMAND,
        CONTENT,
        RECEIVED,
        REPLIED
    }

    /**
     * A message that was received to its end.
     *
     * @param run the run of the client, counted by {@link #nextRun}
     */
    record Accepted(int run, String subject, List<String> recipients) {}

    /**
     * Starts the server.
     *
     * @param observer called at each point of each dialogue, on its thread
     */
    SmtpSink(List<InetAddress> addresses, int port, Consumer<Stage> observer) throws IOException {
        this.observer = observer;
        for (InetAddress address : addresses) {
            ServerSocket listener = new ServerSocket(port, 200, address);
            listeners.add(listener);
            daemon(() -> accept(listener));
        }
    }

    /** Starts the server on a free port of this machine. */
    static SmtpSink onFreePort(Consumer<Stage> observer) throws IOException {
        return new SmtpSink(List.of(InetAddress.getLoopbackAddress()), 0, observer);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "smtp-sink");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listeners.get(0).getLocalPort();
    }

    /** Says that the client was started again. */
    void nextRun() {
        run.incrementAndGet();
    }

    List<Accepted> accepted() {
        return accepted;
    }

    /** Returns the largest number of connections that were open at a time. */
    int mostOpen() {
        return mostOpen.get();
    }

    private void accept(ServerSocket listener) {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                mostOpen.accumulateAndGet(open.size(), Math::max);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            close();
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
                OutputStream out = socket.getOutputStream()) {
            observer.accept(Stage.CONNECTED);
            reply(out, "220 sink.test");
            List<String> recipients = new CopyOnWriteArrayList<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                observer.accept(Stage.COMMAND);
                String verb = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
                switch (verb) {
                    case "EHLO" ->
                        reply(out, "250-sink.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES");
                    case "RCPT" -> {
                        recipients.add(line.substring(line.indexOf('<') + 1, line.indexOf('>')));
                        reply(out, "250 2.1.5 Recipient.");
                    }
                    case "DATA" -> receive(in, out, recipients);
                    case "QUIT" -> {
                        open.remove(socket);
                        reply(out, "221 2.0.0 Bye.");
                        return;
                    }
                    default -> {
                        recipients.clear();
                        reply(out, "250 2.0.0 OK.");
                    }
                }
            }
        } catch (IOException e) {
            LOG.debug("A client has closed the connection", e);
        } finally {
            open.remove(socket);
        }
    }

    private void receive(BufferedReader in, OutputStream out, List<String> recipients) throws IOException {
        int at = run.get();
        reply(out, "354 Go ahead.");
        String subject = "";
        String line = in.readLine();
        while (line != null && !line.equals(".")) {
            if (line.startsWith("Subject: ")) {
                subject = line.substring("Subject: ".length());
                observer.accept(Stage.CONTENT);
            }
            line = in.readLine();
        }
        if (line != null) {
            accepted.add(new Accepted(at, subject, List.copyOf(recipients)));
            recipients.clear();
            observer.accept(Stage.RECEIVED);
            reply(out, "250 2.0.0 Accepted.");
            observer.accept(Stage.REPLIED);
        }
    }

    private static void reply(OutputStream out, String reply) throws IOException {
        out.write((reply + "\r\n").getBytes(ISO_8859_1));
    }

    @Override
    public void close() {
        try {
            for (ServerSocket listener : listeners) {
                listener.close();
            }
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
