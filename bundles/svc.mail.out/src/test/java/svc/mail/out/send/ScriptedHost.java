package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A mail server on an address of this machine. It accepts everything, except the commands for which a test has set
 * other replies. It records commands and messages as they arrive.
 */
final class ScriptedHost implements AutoCloseable {

    /** Instead of a reply, the host closes the connection. */
    static final String CLOSE = "(close)";

    /** The host sends no reply. */
    static final String SILENCE = "(silence)";

    /** The host sends a reply octet by octet, without an end. */
    static final String TRICKLE = "(trickle)";

    /** The host replies when the test calls {@link #release}. */
    static final String LATE = "(late)";

    /** The command of the greeting. */
    static final String GREETING = "(greeting)";

    /** The point after the reply to DATA, before the host reads the content. */
    static final String CONTENT = "(content)";

    private final ServerSocket listener;
    private final Map<String, Deque<String>> script = new ConcurrentHashMap<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> extensions = new CopyOnWriteArrayList<>();
    private final List<String> tlsExtensions = new CopyOnWriteArrayList<>();
    private volatile @Nullable SSLContext tls;
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();
    private volatile int connections;

    /**
     * Opens the host.
     *
     * @param address an address of 127.0.0.0/8
     * @param port the port; 0 for a free one
     */
    ScriptedHost(String address, int port) {
        try {
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(InetAddress.getByName(address), port), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "scripted-host");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Offers extensions in the reply to EHLO, before and after STARTTLS. */
    ScriptedHost offers(String... more) {
        extensions.addAll(List.of(more));
        tlsExtensions.addAll(List.of(more));
        return this;
    }

    /** Offers STARTTLS, and more extensions only after it. */
    ScriptedHost startTls(SSLContext context, String... more) {
        tls = context;
        extensions.add("STARTTLS");
        tlsExtensions.addAll(List.of(more));
        return this;
    }

    /** Sets the replies to commands that begin with a text, one after the other; the last one repeats. */
    ScriptedHost replies(String command, String... replies) {
        script.put(command, new ArrayDeque<>(List.of(replies)));
        return this;
    }

    /** Returns the commands of all connections. */
    List<String> commands() {
        return List.copyOf(commands);
    }

    /** Returns the commands that begin with a text. */
    List<String> commands(String verb) {
        return commands.stream().filter(line -> line.startsWith(verb)).toList();
    }

    /** Returns the content of the messages that the host has read up to the dot, without dot-stuffing removed. */
    List<String> messages() {
        return List.copyOf(messages);
    }

    /** Lets the late reply go. */
    void release() {
        released.complete(true);
    }

    int connections() {
        return connections;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                synchronized (this) {
                    connections++;
                }
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test has closed the host.
        }
    }

    private void serve(Socket plain) {
        try (Socket closed = plain) {
            closed.setTcpNoDelay(true);
            Dialogue dialogue = new Dialogue(closed);
            if (dialogue.answer(GREETING, "220 " + listener.getInetAddress().getHostAddress() + " ready")) {
                String line = dialogue.line();
                while (line != null && dialogue.command(line)) {
                    line = dialogue.line();
                }
            }
        } catch (IOException e) {
            // The client has ended the connection.
        }
    }

    private final class Dialogue {

        private Socket socket;
        private InputStream in;
        private OutputStream out;
        private boolean isTls;
        private String last = "";

        Dialogue(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        @Nullable
        String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                if (octet == '\n') {
                    return line.toString(ISO_8859_1).replaceFirst("\r$", "");
                }
                line.write(octet);
            }
            return null;
        }

        /** Sends the scripted reply, or the usual one. Returns false if the connection ends. */
        boolean answer(String command, String usual) throws IOException {
            String reply = scripted(command, usual);
            last = reply;
            if (reply.equals(SILENCE)) {
                return in.read() >= 0;
            } else if (reply.equals(CLOSE)) {
                return false;
            } else if (reply.equals(TRICKLE)) {
                while (true) {
                    out.write('2');
                    LockSupport.parkNanos(1_000_000);
                }
            } else if (reply.equals(LATE)) {
                released.join();
                reply = "250 2.0.0 Late";
            }
            out.write((reply + "\r\n").getBytes(ISO_8859_1));
            out.flush();
            return true;
        }

        boolean command(String line) throws IOException {
            commands.add(line);
            String verb = line.split("[ :]", 2)[0];
            return switch (verb) {
                case "EHLO" -> answer(line, ehlo());
                case "DATA" -> data(line);
                case "STARTTLS" -> answer(line, "220 Begin") && (!last.startsWith("220") || handshake());
                case "QUIT" -> {
                    answer(line, "221 Bye");
                    yield false;
                }
                default -> answer(line, "250 2.0.0 " + verb);
            };
        }

        private String ehlo() {
            List<String> lines = new ArrayList<>(List.of("250-host"));
            (isTls ? tlsExtensions : extensions).forEach(one -> lines.add("250-" + one));
            int last = lines.size() - 1;
            lines.set(last, lines.get(last).replaceFirst("-", " "));
            return String.join("\r\n", lines);
        }

        private boolean handshake() throws IOException {
            SSLContext context = tls;
            if (context == null || scripted("(handshake)", "").equals(CLOSE)) {
                return false;
            }
            SSLSocket layered = (SSLSocket) context.getSocketFactory()
                    .createSocket(socket, socket.getInetAddress().getHostAddress(), 0, true);
            layered.setUseClientMode(false);
            layered.startHandshake();
            socket = layered;
            in = new BufferedInputStream(layered.getInputStream());
            out = layered.getOutputStream();
            isTls = true;
            return true;
        }

        private boolean data(String command) throws IOException {
            if (!answer(command, "354 Go")) {
                return false;
            } else if (!last.startsWith("354")) {
                return true;
            } else if (!answerNothing(CONTENT)) {
                return false;
            }
            StringBuilder message = new StringBuilder();
            String line = line();
            while (line != null && !line.equals(".")) {
                message.append(line).append("\r\n");
                line = line();
            }
            if (line == null) {
                return false;
            }
            messages.add(message.toString());
            return answer(".", "250 2.0.0 Taken");
        }

        private boolean answerNothing(String point) throws IOException {
            String reply = scripted(point, "");
            if (reply.equals(SILENCE)) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    return false;
                }
            } else if (!reply.isEmpty()) {
                out.write((reply + "\r\n").getBytes(ISO_8859_1));
                out.flush();
                return false;
            }
            return true;
        }
    }

    private synchronized String scripted(String command, String usual) {
        for (Map.Entry<String, Deque<String>> entry : script.entrySet()) {
            if (command.startsWith(entry.getKey())) {
                Deque<String> replies = entry.getValue();
                return replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
            }
        }
        return usual;
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
