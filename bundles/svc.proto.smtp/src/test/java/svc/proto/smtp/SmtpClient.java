package svc.proto.smtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import svc.testkit.LineClient;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.SignInLine;

/** A client of SMTP or LMTP. */
final class SmtpClient implements AutoCloseable {

    private final LineClient lines;

    private SmtpClient(LineClient lines) {
        this.lines = lines;
    }

    /** Connects to a listener without reading the greeting. */
    static SmtpClient connect(BundleServer server, String listener, String from) throws IOException {
        return new SmtpClient(LineClient.from(from, server.port(listener)));
    }

    /** Connects to a listener without TLS, and greets the server. */
    static SmtpClient greeted(BundleServer server, String listener) throws IOException {
        return greeted(server, listener, "127.0.0.1");
    }

    static SmtpClient greeted(BundleServer server, String listener, String from) throws IOException {
        SmtpClient client = connect(server, listener, from);
        client.expect("220");
        client.expect(listener.equals("lmtp") ? "LHLO client.test" : "EHLO client.test", "250");
        return client;
    }

    /** Connects to the submission port, begins TLS and signs in. */
    static SmtpClient signedIn(BundleServer server, String address) throws IOException {
        SmtpClient client = withTls(server);
        client.expect("AUTH PLAIN " + plain(address, "secret"), "235");
        return client;
    }

    /** Connects to the submission port, begins TLS and greets the server. */
    static SmtpClient withTls(BundleServer server) throws IOException {
        SmtpClient client = greeted(server, "submission");
        client.expect("STARTTLS", "220");
        client.tls();
        client.expect("EHLO client.test", "250");
        return client;
    }

    static String plain(String address, String secret) {
        return SignInLine.base64("\0" + address + "\0" + secret);
    }

    SmtpClient tls() throws IOException {
        lines.tls();
        return this;
    }

    SmtpClient send(String text) throws IOException {
        lines.send(text);
        return this;
    }

    /** Returns the lines of the next reply; one line, {@link LineClient#END}, if the connection is closed. */
    List<String> reply() throws IOException {
        List<String> reply = new ArrayList<>();
        do {
            reply.add(lines.line());
        } while (reply.get(reply.size() - 1).matches("[0-9]{3}-.*"));
        return reply;
    }

    /** Returns the last line of the next reply. */
    String line() throws IOException {
        List<String> reply = reply();
        return reply.get(reply.size() - 1);
    }

    List<String> askAll(String command) throws IOException {
        send(command + "\r\n");
        return reply();
    }

    /** Returns the last line of the reply to a command. */
    String ask(String command) throws IOException {
        send(command + "\r\n");
        return line();
    }

    void expect(String beginning) throws IOException {
        String line = line();
        if (!line.startsWith(beginning)) {
            throw new AssertionError("expected: " + beginning + ", but got: " + line);
        }
    }

    void expect(String command, String beginning) throws IOException {
        send(command + "\r\n");
        expect(beginning);
    }

    /** Sends the envelope of a message. */
    SmtpClient envelope(String sender, String... recipients) throws IOException {
        expect("MAIL FROM:<" + sender + ">", "250");
        for (String recipient : recipients) {
            expect("RCPT TO:<" + recipient + ">", "250");
        }
        return this;
    }

    /** Sends a message by DATA; the text is completed by the end of the message. Returns the reply. */
    String data(String text) throws IOException {
        expect("DATA", "354");
        send(text + "\r\n.\r\n");
        return line();
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
