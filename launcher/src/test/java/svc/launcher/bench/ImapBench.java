package svc.launcher.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cost of IMAP commands for the whole server, on one connection without TLS; processor time of the server's process.
 * The system properties {@code bench.messages} and {@code bench.words} set the number of messages and the number of
 * words in each.
 */
final class ImapBench implements Measurement {

    private static final int MESSAGES = Integer.getInteger("bench.messages", 10_000);
    private static final int AT_ONCE = 100;
    private static final int WORDS = Integer.getInteger("bench.words", 400);

    /** The number of words of a message of 5 kB. */
    private static final int APPENDED_WORDS = 560;

    private static final int CHANGES = 100;
    private static final Pattern HIGHEST = Pattern.compile("HIGHESTMODSEQ (\\d+)");
    private static final Pattern IMAP = Pattern.compile("\"name\":\"imap\",\"address\":\"[^\"]*:(\\d+)\"");

    private final Path distribution;

    ImapBench(Path distribution) {
        this.distribution = distribution;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        BenchClient.found(distribution, home);
        String[] create = {"app-password", "create", "--account", BenchClient.EMAIL, "--name", "bench", "--json"};
        String password = BenchClient.member(BenchClient.svc(distribution, home, create), "secret");
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home, "imap.listen=\"127.0.0.1:0\"");
                Connection imap = new Connection(port(home))) {
            imap.run("LOGIN " + BenchClient.EMAIL + " \"" + password + "\"");
            Random random = new Random(1);
            for (int i = 0; i < MESSAGES; i += AT_ONCE) {
                imap.append(random, AT_ONCE, WORDS);
            }
            imap.run("SELECT INBOX");
            measure(server, imap, "SELECT", 500, figures, "SELECT INBOX");
            measure(server, imap, "STORE", 3_000, figures, store(MESSAGES / 2, '+'), store(MESSAGES / 2, '-'));
            measure(server, imap, "FETCH 1:* (FLAGS)", 3, figures, "FETCH 1:* (FLAGS)");
            String envelopes = "FETCH 1:10000 (FLAGS ENVELOPE)";
            measure(server, imap, envelopes, 3, figures, envelopes);
            measure(server, imap, "SEARCH TEXT", 20, figures, "SEARCH TEXT word77");
            measureChanges(server, imap, figures);
            figures.add(Figure.of(
                    "IMAP APPEND of 5 kB to " + MESSAGES + " messages: CPU",
                    "µs",
                    server.micros(4_000, () -> imap.append(random, 1, APPENDED_WORDS))));
        }
        return figures;
    }

    /** Measures a FETCH of the changes after a modification sequence (RFC 7162 §3.1.4.1). */
    private static void measureChanges(BenchServer server, Connection imap, List<Figure> figures) throws IOException {
        imap.run("ENABLE CONDSTORE");
        long before = imap.number("SELECT INBOX", HIGHEST);
        for (int i = 0; i < CHANGES; i++) {
            imap.run("STORE " + (i * (MESSAGES / CHANGES) + 1) + " +FLAGS.SILENT (\\Flagged)");
        }
        String changes = "FETCH 1:* (FLAGS) (CHANGEDSINCE " + before + ")";
        measure(server, imap, CHANGES + " changes", 3_000, figures, changes);
    }

    private static String store(int message, char sign) {
        return "STORE " + message + " " + sign + "FLAGS.SILENT (\\Seen)";
    }

    private static int port(Path home) throws IOException {
        Matcher port = IMAP.matcher(Files.readString(home.resolve("run/endpoints.json")));
        if (!port.find()) {
            throw new IllegalStateException("The server has no port for IMAP");
        }
        return Integer.parseInt(port.group(1));
    }

    /** Measures commands that the client sends in turn. */
    private static void measure(
            BenchServer server, Connection imap, String what, int times, List<Figure> figures, String... commands) {
        int[] next = {0};
        figures.add(Figure.of(
                "IMAP " + what + " of " + MESSAGES + " messages: CPU",
                "µs",
                server.micros(times, () -> imap.run(commands[next[0]++ % commands.length]))));
    }

    /** A connection whose responses are read up to the tagged one, and not examined. */
    private static final class Connection implements AutoCloseable {

        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            out = new BufferedOutputStream(socket.getOutputStream());
            line();
        }

        void run(String command) throws IOException {
            out.write(("a " + command + "\r\n").getBytes(US_ASCII));
            finish();
        }

        /** Sends a command and returns the number that the pattern finds in the responses. */
        long number(String command, Pattern pattern) throws IOException {
            out.write(("a " + command + "\r\n").getBytes(US_ASCII));
            out.flush();
            long number = -1;
            String line = line();
            while (!line.startsWith("a ")) {
                Matcher found = pattern.matcher(line);
                number = found.find() ? Long.parseLong(found.group(1)) : number;
                line = line();
            }
            return number;
        }

        /** Appends messages in one command, without waiting for permission to send them (RFC 7888). */
        void append(Random random, int number, int words) throws IOException {
            out.write("a APPEND INBOX".getBytes(US_ASCII));
            for (int i = 0; i < number; i++) {
                byte[] message = message(random, words);
                out.write((" {" + message.length + "+}\r\n").getBytes(US_ASCII));
                out.write(message);
            }
            out.write("\r\n".getBytes(US_ASCII));
            finish();
        }

        private static byte[] message(Random random, int words) {
            StringBuilder text = new StringBuilder("From: Ann <ann@bench.example>\r\nTo: bob@bench.example\r\n"
                    + "Date: Fri, 27 Nov 2026 10:00:00 +0000\r\nMessage-ID: <" + random.nextLong()
                    + "@bench.example>\r\nSubject: message " + random.nextInt() + "\r\n\r\n");
            for (int word = 0; word < words; word++) {
                text.append("word").append(random.nextInt(10_000)).append(word % 10 == 9 ? "\r\n" : " ");
            }
            return text.toString().getBytes(US_ASCII);
        }

        private void finish() throws IOException {
            out.flush();
            String line = line();
            while (!line.startsWith("a ")) {
                line = line();
            }
            if (!line.startsWith("a OK")) {
                throw new IOException("The server answered " + line);
            }
        }

        /** Returns the beginning of the next line. */
        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int octet = in.read(); octet != '\n'; octet = in.read()) {
                if (octet < 0) {
                    throw new IOException("The server closed the connection after " + line);
                }
                if (line.length() < AT_ONCE) {
                    line.append((char) octet);
                }
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
