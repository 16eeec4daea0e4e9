package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** A client of IMAP. Responses are text in ISO 8859-1; a literal follows its length in braces and a line end. */
final class ImapClient implements AutoCloseable {

    /** Returned instead of a response when the server has closed the connection. */
    static final String END = LineClient.END;

    private static final Pattern LITERAL = Pattern.compile("\\{(\\d+)\\}$");

    private final LineClient lines;
    private int tags;

    private ImapClient(LineClient lines) {
        this.lines = lines;
    }

    /** Connects to a listener from an address without reading the greeting. */
    static ImapClient connect(ImapServer server, String listener, String from) throws IOException {
        return new ImapClient(LineClient.from(from, server.port(listener)));
    }

    /** Connects to the port without TLS from another machine through a proxy, without reading the greeting. */
    static ImapClient remote(ImapServer server) throws IOException {
        return new ImapClient(LineClient.proxied(ImapServer.PROXY, server.port("imap")));
    }

    /** Connects to the port without TLS, and reads the greeting. */
    static ImapClient greeted(ImapServer server) throws IOException {
        ImapClient client = connect(server, "imap", "127.0.0.1");
        assertThat(client.response()).startsWith("* OK [CAPABILITY ");
        return client;
    }

    /** Connects to the port without TLS, and signs in. */
    static ImapClient signedIn(ImapServer server, String address) throws IOException {
        ImapClient client = greeted(server);
        client.ok("LOGIN " + address + " secret");
        return client;
    }

    /** Connects, signs in, and selects INBOX. */
    static ImapClient selected(ImapServer server, String address) throws IOException {
        return selected(server, address, 0);
    }

    /** Connects, signs in, appends short messages to INBOX, and selects it. */
    static ImapClient selected(ImapServer server, String address, int messages) throws IOException {
        ImapClient client = signedIn(server, address).fill(messages);
        client.ok("SELECT INBOX");
        return client;
    }

    void tls() throws IOException {
        lines.tls();
    }

    void send(String text) throws IOException {
        lines.send(text);
    }

    void send(byte[] octets) throws IOException {
        lines.send(octets);
    }

    /** Returns the next response without its line end, or {@link #END}. */
    String response() throws IOException {
        StringBuilder response = new StringBuilder();
        while (true) {
            String line = line();
            response.append(line);
            Matcher literal = LITERAL.matcher(line);
            if (!literal.find()) {
                return response.toString();
            }
            byte[] octets = lines.socket().getInputStream().readNBytes(Integer.parseInt(literal.group(1)));
            response.append("\r\n").append(new String(octets, StandardCharsets.ISO_8859_1));
        }
    }

    private String line() throws IOException {
        String line = lines.lineWithEnd();
        if (!line.endsWith("\n")) {
            return END;
        }
        assertThat(line).endsWith("\r\n");
        return line.substring(0, line.length() - 2);
    }

    /** Sends a command; returns its tag. */
    String begin(String command) throws IOException {
        String tag = "t" + ++tags;
        send(tag + " " + command + "\r\n");
        return tag;
    }

    /** Returns the responses up to the tagged one, which is returned last and without its tag. */
    List<String> end(String tag) throws IOException {
        List<String> responses = new ArrayList<>();
        while (true) {
            String response = response();
            if (response.startsWith(tag + " ")) {
                responses.add(response.substring(tag.length() + 1));
                return responses;
            }
            responses.add(response);
            if (response.equals(END)) {
                return responses;
            }
        }
    }

    /** Sends a command, and returns the responses; the tagged one is the last and has no tag. */
    List<String> all(String command) throws IOException {
        return end(begin(command));
    }

    /** Sends a command, and returns the tagged response without its tag. */
    String ask(String command) throws IOException {
        List<String> responses = all(command);
        return responses.get(responses.size() - 1);
    }

    /** Sends a command that must succeed, and returns the untagged responses. */
    List<String> ok(String command) throws IOException {
        List<String> responses = all(command);
        assertThat(responses.get(responses.size() - 1)).as(command).startsWith("OK ");
        return responses.subList(0, responses.size() - 1);
    }

    /** Appends a message by a literal without waiting; returns the tagged response. */
    String append(String mailbox, String more, String message) throws IOException {
        return ask("APPEND " + mailbox + " " + more + "{" + message.length() + "+}\r\n" + message);
    }

    /** Appends short messages to INBOX. */
    ImapClient fill(int count) throws IOException {
        for (int i = 1; i <= count; i++) {
            assertThat(append("INBOX", "", message("m" + i))).startsWith("OK [APPENDUID ");
        }
        return this;
    }

    /** Returns a number, such as the UID, and the sorted flags of each message of the selected mailbox. */
    List<String> messages(String number) throws IOException {
        List<String> found = new ArrayList<>();
        for (String response : all("FETCH 1:* (" + number + " FLAGS)")) {
            if (response.startsWith("*")) {
                Set<String> flags = new TreeSet<>(List.of(
                        response.replaceAll(".*FLAGS \\(([^)]*)\\).*", "$1").split(" ")));
                flags.remove("");
                found.add(response.replaceAll(".*" + number + " (\\d+).*", "$1") + " " + flags);
            }
        }
        return found;
    }

    static String message(String subject) {
        return "From: ann@one.test\r\nSubject: " + subject + "\r\n\r\nText of " + subject + ".\r\n";
    }

    /** Begins IDLE; returns its tag. */
    String idle() throws IOException {
        String tag = begin("IDLE");
        assertThat(response()).startsWith("+ ");
        return tag;
    }

    /** Waits for the next response, while the clock of the server advances. */
    String awaited(ImapServer server) throws IOException {
        Eventually.until("response", () -> {
            server.advance(Duration.ofMillis(250));
            return hasInput();
        });
        return response();
    }

    /** Returns whether something has arrived that was not read. */
    boolean hasInput() {
        return lines.hasInput();
    }

    boolean ended() {
        return lines.ended();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
