package svc.mail.out.send;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import svc.api.net.IpNetwork;
import svc.mail.out.send.HostException.Kind;
import svc.mail.out.send.SendSettings.Credentials;

/**
 * A session with another mail server (RFC 5321 §3): a connection, and the extensions that the server offers. Not
 * thread-safe.
 */
final class SmtpSession implements Closeable {

    // The timeouts of RFC 5321 §4.5.3.2, and those of steps that it does not name.
    static final Duration CONNECT = Duration.ofSeconds(30);
    static final Duration TLS = Duration.ofSeconds(30);
    static final Duration GREETING = Duration.ofMinutes(5);
    static final Duration COMMAND = Duration.ofMinutes(5);
    static final Duration DATA = Duration.ofMinutes(2);
    static final Duration BLOCK = Duration.ofMinutes(3);
    static final Duration CONTENT = Duration.ofMinutes(30);
    static final Duration FINAL = Duration.ofMinutes(10);
    static final Duration RESET = Duration.ofSeconds(30);
    static final Duration QUIT = Duration.ofSeconds(5);

    private final Server server;
    private final Connection connection;
    private Map<String, String> extensions = Map.of();
    private boolean isVerified;
    private int messages;

    /**
     * A server.
     *
     * @param name the name of the host
     */
    record Server(String name, InetAddress address, int port) {

        @Override
        public String toString() {
            return name + " [" + IpNetwork.text(address) + "]";
        }
    }

    /** Creates a session on a connection that is not open. */
    SmtpSession(Server server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    Server server() {
        return server;
    }

    Connection connection() {
        return connection;
    }

    /** Connects, and reads the greeting. */
    void open(Optional<InetAddress> source, Optional<TlsClient> tls) throws HostException, TlsException {
        connection.open(new InetSocketAddress(server.address(), server.port()), source, CONNECT);
        if (tls.isPresent()) {
            startTls(tls.get());
        }
        expectPositive(connection.read(GREETING));
    }

    /** Sends EHLO; HELO to a server that does not know EHLO (RFC 5321 §3.2). */
    void hello(String name) throws HostException {
        ServerReply reply = command("EHLO " + name, COMMAND);
        if (reply.code() >= 500) {
            extensions = Map.of();
            expectPositive(command("HELO " + name, COMMAND));
            return;
        }
        expectPositive(reply);
        Map<String, String> offered = new HashMap<>();
        for (String line : reply.lines().subList(1, reply.lines().size())) {
            String[] words = line.strip().split(" +", 2);
            offered.put(words[0].toUpperCase(Locale.ROOT), words.length == 1 ? "" : words[1]);
        }
        extensions = offered;
    }

    boolean offers(String extension) {
        return extensions.containsKey(extension);
    }

    /** Returns the largest message that the server accepts (RFC 1870); 0 if it names no limit. */
    long maxSize() {
        String size = extensions.getOrDefault("SIZE", "");
        return size.matches("[0-9]{1,18}") ? Long.parseLong(size) : 0;
    }

    /** Begins TLS on the connection. */
    void startTls(TlsClient tls) throws HostException, TlsException {
        extensions = Map.of();
        try {
            connection.use(tls, server.name(), TLS);
            isVerified = tls.verifies();
        } catch (HostException e) {
            throw e;
        } catch (IOException e) {
            close();
            throw new TlsException("the TLS handshake failed", e);
        }
    }

    /** A failure of TLS. */
    static final class TlsException extends IOException {

        private static final long serialVersionUID = 1L;

        /** Creates an exception without a handshake. */
        TlsException(String message) {
            super(message);
        }

        TlsException(String message, IOException handshake) {
            super(message + ": " + ServerReply.withoutControls(String.valueOf(handshake.getMessage())), handshake);
        }
    }

    boolean isVerified() {
        return isVerified;
    }

    /** Signs in to a smarthost (RFC 4954). */
    void signIn(Credentials credentials) throws HostException {
        List<String> mechanisms = List.of(
                extensions.getOrDefault("AUTH", "").toUpperCase(Locale.ROOT).split(" +"));
        ServerReply reply;
        if (mechanisms.contains("PLAIN")) {
            reply = command("AUTH PLAIN " + base64("\0" + credentials.user() + "\0" + credentials.password()), COMMAND);
        } else if (mechanisms.contains("LOGIN")) {
            reply = command("AUTH LOGIN", COMMAND);
            reply = reply.code() == 334 ? command(base64(credentials.user()), COMMAND) : reply;
            reply = reply.code() == 334 ? command(base64(credentials.password()), COMMAND) : reply;
        } else {
            throw new HostException("it offers no sign-in by AUTH PLAIN or LOGIN");
        }
        if (!reply.isPositive()) {
            throw new HostException("it refused the sign-in: " + reply);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a command, and returns the reply. */
    ServerReply command(String command, Duration time) throws HostException {
        connection.write(command);
        return reply(time);
    }

    /** Returns the next reply. A server that ends the connection has taken nothing. */
    ServerReply reply(Duration time) throws HostException {
        ServerReply reply = connection.read(time);
        if (reply.isEnd()) {
            throw refusal(reply);
        }
        return reply;
    }

    private void expectPositive(ServerReply reply) throws HostException {
        if (!reply.isPositive()) {
            throw refusal(reply);
        }
    }

    private HostException refusal(ServerReply reply) {
        quit();
        return new HostException(Kind.CONNECTION, "it said " + reply);
    }

    /** Returns whether the session can be used for another message. */
    boolean isAlive() {
        try {
            return command("RSET", RESET).isPositive();
        } catch (HostException e) {
            return false;
        }
    }

    /** Counts a message. Returns the number of messages so far. */
    int count() {
        return ++messages;
    }

    /** Ends the session. */
    void quit() {
        try {
            if (!connection.isClosed()) {
                connection.write("QUIT");
                connection.read(QUIT);
            }
        } catch (HostException e) {
            // The server has ended the connection first.
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
