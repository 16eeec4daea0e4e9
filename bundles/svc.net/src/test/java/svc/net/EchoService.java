package svc.net;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.LineTooLongException;
import svc.api.net.connection.Session;

/** A small line protocol: a command on each line, and STARTTLS. */
final class EchoService implements ConnectionService {

    static final int LINE = 64;
    static final Duration IDLE = Duration.ofMinutes(5);
    static final Duration UNFINISHED = Duration.ofSeconds(60);

    final Queue<EchoSession> sessions = new ConcurrentLinkedQueue<>();
    final AtomicInteger closed = new AtomicInteger();
    final Semaphore held = new Semaphore(0);
    final Semaphore release = new Semaphore(0);

    private final String protocol;
    private final List<Listener> listeners;

    EchoService(String protocol, Listener... listeners) {
        this.protocol = protocol;
        this.listeners = List.of(listeners);
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public List<Listener> listeners() {
        return listeners;
    }

    @Override
    public Session open(Connection connection) {
        EchoSession session = new EchoSession(connection);
        sessions.add(session);
        return session;
    }

    @Override
    public String lastWords(Ending ending) {
        return "421 " + ending.name().toLowerCase(Locale.ROOT) + "\r\n";
    }

    /** Returns the session of the only connection. */
    EchoSession session() {
        return sessions.element();
    }

    final class EchoSession implements Session {

        final Connection connection;
        private boolean body;

        EchoSession(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Next serve(Event event) throws IOException {
            return switch (event) {
                case OPENED -> reply("220 ready");
                case INPUT -> body ? bodyLine() : command();
                case WOKEN -> reply("* woken");
                case EXPIRED -> new Close("421 expired\r\n");
            };
        }

        private Next command() throws IOException {
            String[] words;
            try {
                words = text(connection.readLine(LINE)).split(" ", 2);
            } catch (LineTooLongException e) {
                return new Close("500 too long\r\n");
            }
            String argument = words.length > 1 ? words[1] : "";
            return switch (words[0]) {
                case "ECHO" -> reply(argument);
                case "WHO" ->
                    reply(connection.peer().getAddress().getHostAddress() + " "
                            + connection.peer().getPort());
                case "TLS" ->
                    reply(connection
                            .tls()
                            .map(tls -> tls.version() + " " + tls.host().orElse("-"))
                            .orElse("none " + connection.canStartTls()));
                case "STARTTLS" -> new StartTls("220 go ahead\r\n", "501 no commands after STARTTLS\r\n", line());
                case "READ" -> read(Integer.parseInt(argument));
                case "BODY" -> beginBody();
                case "BIG" -> big(Integer.parseInt(argument));
                case "HOLD" -> hold();
                case "FAIL" -> throw new IllegalStateException("as the test demands");
                case "DEFLATE" -> deflate();
                case "QUIT" -> new Close("221 bye\r\n");
                default -> reply("500 unknown");
            };
        }

        private Next deflate() throws IOException {
            write("220 compressed");
            connection.deflate();
            return line();
        }

        private Next read(int length) throws IOException {
            connection.readWithin(Duration.ofSeconds(10));
            held.release();
            byte[] bytes = connection.in().readNBytes(length);
            return reply("read " + bytes.length);
        }

        private Next beginBody() throws IOException {
            body = true;
            write("354 send");
            return Park.forLine(LINE, IDLE, UNFINISHED).insideCommand();
        }

        private Next bodyLine() throws IOException {
            body = !text(connection.readLine(LINE)).equals(".");
            return body ? Park.forInput(UNFINISHED) : reply("250 done");
        }

        private Next big(int length) throws IOException {
            byte[] chunk = new byte[1_000];
            java.util.Arrays.fill(chunk, (byte) 'x');
            for (int rest = length; rest > 0; rest -= chunk.length) {
                connection.out().write(chunk, 0, Math.min(rest, chunk.length));
            }
            return reply("");
        }

        private Next hold() throws IOException {
            held.release();
            release.acquireUninterruptibly();
            return reply("released");
        }

        private Next reply(String line) throws IOException {
            write(line);
            return line();
        }

        private void write(String line) throws IOException {
            connection.out().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        }

        private Park line() {
            return Park.forLine(LINE, IDLE, UNFINISHED);
        }

        @Override
        public void closed() {
            closed.incrementAndGet();
        }
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
