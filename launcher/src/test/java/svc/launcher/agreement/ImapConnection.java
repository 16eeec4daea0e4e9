package svc.launcher.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection of an IMAP client. Responses are text in ISO 8859-1; a literal follows its length in braces and a line
 * end. An {@link UncheckedIOException} means that the server has ended. Not thread-safe.
 */
final class ImapConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final Pattern LITERAL = Pattern.compile("\\{(\\d+)\\}$");

    private final Socket socket;
    private final InputStream in;
    private int tags;

    private ImapConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects to a port of this machine, and signs in. */
    static ImapConnection signedIn(int port, String email, String password) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            ImapConnection connection = new ImapConnection(socket);
            assertThat(connection.response()).startsWith("* OK ");
            connection.ok("LOGIN " + email + " \"" + password + "\"");
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a command; returns its tag. */
    String begin(String command) {
        String tag = "t" + ++tags;
        try {
            socket.getOutputStream().write((tag + " " + command + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tag;
    }

    /** Begins IDLE; returns its tag. */
    String idle() {
        String tag = begin("IDLE");
        assertThat(response()).startsWith("+ ");
        return tag;
    }

    /** Ends IDLE; returns the responses up to the tagged one. */
    List<String> done(String tag) {
        try {
            socket.getOutputStream().write("DONE\r\n".getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return end(tag);
    }

    /** Returns the responses up to the tagged one, which is the last and has no tag. */
    List<String> end(String tag) {
        List<String> responses = new ArrayList<>();
        while (true) {
            String response = response();
            if (response.startsWith(tag + " ")) {
                responses.add(response.substring(tag.length() + 1));
                return responses;
            }
            assertThat(response).doesNotStartWith("* BYE");
            responses.add(response);
        }
    }

    /** Sends a command; returns the responses up to the tagged one, which is the last and has no tag. */
    List<String> all(String command) {
        return end(begin(command));
    }

    /** Sends a command that must succeed; returns all responses. */
    List<String> ok(String command) {
        List<String> responses = all(command);
        assertThat(responses.get(responses.size() - 1)).as(command).startsWith("OK ");
        return responses;
    }

    /** Returns whether a response has arrived that was not read. */
    boolean hasInput() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the next response without its line end. */
    String response() {
        try {
            StringBuilder response = new StringBuilder();
            while (true) {
                String line = line();
                response.append(line);
                Matcher literal = LITERAL.matcher(line);
                if (!literal.find()) {
                    return response.toString();
                }
                byte[] octets = in.readNBytes(Integer.parseInt(literal.group(1)));
                response.append("\r\n").append(new String(octets, StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("The server has closed the connection");
            }
            line.write(octet);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        assertThat(text).endsWith("\r");
        return text.substring(0, text.length() - 1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
