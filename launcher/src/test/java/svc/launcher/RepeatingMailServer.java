package svc.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import svc.testkit.LineClient;

/**
 * A client that sends numbered messages, and sends a message without a final reply again later, with the same octets. Not
 * thread-safe.
 */
final class RepeatingMailServer {

    private static final int PER_CONNECTION = 4;
    private static final int LARGE = 200_000;

    private final String name;
    private final String from;
    private final String signIn;
    private final Random random;
    private final List<Kind> kinds;
    private final Deque<Message> pending = new ArrayDeque<>();
    private final Map<String, Integer> unanswered = new HashMap<>();
    private final Map<String, Set<String>> accepted = new LinkedHashMap<>();
    private final Map<String, Kind> sent = new LinkedHashMap<>();
    private int count;
    private String failure = "";

    /** The recipients and the form of a message. */
    enum Kind {
        ONE("ann"),
        SEVERAL("ann", "bob"),
        LARGE_ONE("bob"),
        PARTLY_UNKNOWN("bob", "nobody"),
        PARTLY_OVER_QUOTA("ann", "full"),
        UNKNOWN("nobody"),
        BARE_LINE_FEED("ann"),
        PARTLY_REMOTE("bob", "x@" + FarTransportBundle.DOMAIN);

        @SuppressWarnings("ImmutableEnumChecker") // The list is immutable.
        private final List<String> recipients;

        Kind(String... recipients) {
            this.recipients = List.of(recipients);
        }

        List<String> recipients() {
            return recipients.stream()
                    .map(to -> to.contains("@") ? to : to + ReceiptCrashIT.DOMAIN)
                    .toList();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Messages are not compared.
    private record Message(String subject, Kind kind, byte[] octets) {}

    private RepeatingMailServer(String name, String from, String signIn, long seed, List<Kind> kinds) {
        this.name = name;
        this.from = from;
        this.signIn = signIn;
        this.random = new Random(seed);
        this.kinds = kinds;
    }

    /** Returns a client of port 25. */
    static RepeatingMailServer relay(String name, String sender, long seed) {
        Set<Kind> kinds = EnumSet.complementOf(EnumSet.of(Kind.PARTLY_REMOTE));
        return new RepeatingMailServer(name, sender, "", seed, List.copyOf(kinds));
    }

    /** Returns a client of submission with a secret. */
    static RepeatingMailServer submission(String name, String sender, String secret, long seed) {
        String plain = Base64.getEncoder().encodeToString(("\0" + sender + "\0" + secret).getBytes(US_ASCII));
        return new RepeatingMailServer(
                name, sender, "AUTH PLAIN " + plain, seed, List.of(Kind.ONE, Kind.PARTLY_REMOTE));
    }

    /** The recipients that accepted each acknowledged message, by its subject. */
    Map<String, Set<String>> accepted() {
        return accepted;
    }

    /** Returns how often a message was sent without a reply. */
    int unanswered(String subject) {
        return unanswered.getOrDefault(subject, 0);
    }

    Kind kind(String subject) {
        return requireNonNull(sent.get(subject));
    }

    /** Sends the messages without a reply, and then new ones. Returns whether all of them have a reply. */
    boolean send(int port, int messages) {
        for (int i = 0; i < messages; i++) {
            pending.add(message());
        }
        try {
            while (!pending.isEmpty()) {
                connect(port);
            }
            return true;
        } catch (IOException e) {
            failure = e.toString();
            return false;
        }
    }

    private Message message() {
        String subject = name + "-" + count++;
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        sent.put(subject, kind);
        String end = kind == Kind.BARE_LINE_FEED ? "bare\nline feed\r\n" : "end\r\n";
        int lines = kind == Kind.LARGE_ONE ? LARGE / 64 : random.nextInt(50);
        String text = "From: " + from + "\r\nDate: Tue, 1 Apr 2025 10:20:30 +0200\r\nMessage-ID: <" + subject
                + "@far.test>\r\nSubject: " + subject + "\r\n\r\n" + (subject + " ".repeat(40) + "x\r\n").repeat(lines)
                + end;
        return new Message(subject, kind, text.getBytes(US_ASCII));
    }

    private void connect(int port) throws IOException {
        try (LineClient client = LineClient.connect(port)) {
            if (!signIn.isEmpty()) {
                client.tls();
            }
            expect(client.line(), "220");
            client.send("EHLO mx.far.test\r\n");
            String line = client.line();
            while (line.startsWith("250-")) {
                line = client.line();
            }
            expect(line, "250");
            if (!signIn.isEmpty()) {
                expect(client.ask(signIn), "235");
            }
            for (int i = 0; i < PER_CONNECTION && !pending.isEmpty(); i++) {
                Message message = pending.element();
                unanswered.merge(message.subject(), 1, Integer::sum);
                boolean goesOn = random.nextBoolean() ? data(client, message) : chunks(client, message);
                unanswered.merge(message.subject(), -1, Integer::sum);
                pending.remove();
                if (!goesOn) {
                    return;
                }
            }
            client.ask("QUIT");
        }
    }

    private static void expect(String line, String code) throws IOException {
        if (!line.startsWith(code)) {
            throw new IOException(line);
        }
    }

    /** Sends the commands of the envelope and more at once. */
    private void begin(LineClient client, Message message, byte[]... more) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("MAIL FROM:<" + from + ">\r\n").getBytes(US_ASCII));
        message.kind().recipients().forEach(to -> all.writeBytes(("RCPT TO:<" + to + ">\r\n").getBytes(US_ASCII)));
        for (byte[] one : more) {
            all.writeBytes(one);
        }
        client.send(all.toByteArray());
    }

    /** Reads the replies to the commands of the envelope. Returns the accepted recipients. */
    private static Set<String> recipients(LineClient client, Message message) throws IOException {
        expect(client.line(), "250");
        Set<String> recipients = new TreeSet<>();
        for (String to : message.kind().recipients()) {
            String reply = client.line();
            if (reply.startsWith("250")) {
                recipients.add(to);
            } else {
                expect(reply, "550 5.1.1");
            }
        }
        return recipients;
    }

    private boolean data(LineClient client, Message message) throws IOException {
        begin(client, message, "DATA\r\n".getBytes(US_ASCII));
        Set<String> recipients = recipients(client, message);
        if (recipients.isEmpty()) {
            expect(client.line(), "554 5.5.1");
            expect(client.ask("RSET"), "250");
            return true;
        }
        expect(client.line(), "354");
        client.send(message.octets()).send(".\r\n");
        return end(client, message, recipients);
    }

    private boolean chunks(LineClient client, Message message) throws IOException {
        int first = random.nextInt(message.octets().length);
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        chunks.writeBytes(("BDAT " + first + "\r\n").getBytes(US_ASCII));
        chunks.write(message.octets(), 0, first);
        int rest = message.octets().length - first;
        chunks.writeBytes(("BDAT " + rest + " LAST\r\n").getBytes(US_ASCII));
        chunks.write(message.octets(), first, rest);
        begin(client, message, chunks.toByteArray());
        Set<String> recipients = recipients(client, message);
        String reply = client.line();
        if (recipients.isEmpty()) {
            expect(reply, "554 5.5.1");
            expect(client.line(), "5");
            return true;
        }
        if (reply.startsWith("550 5.6.11")) {
            return false;
        }
        expect(reply, "250");
        return end(client, message, recipients);
    }

    /** Reads the final reply. Returns whether the connection goes on. */
    private boolean end(LineClient client, Message message, Set<String> recipients) throws IOException {
        String reply = client.line();
        if (message.kind() == Kind.BARE_LINE_FEED) {
            expect(reply, "550 5.6.11");
            return false;
        }
        expect(reply, "250");
        accepted.put(message.subject(), recipients);
        return true;
    }

    /** Returns why the last connection ended early. */
    String failure() {
        return failure;
    }
}
