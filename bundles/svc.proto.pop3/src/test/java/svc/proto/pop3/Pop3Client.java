package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import svc.testkit.LineClient;
import svc.testkit.bundles.BundleServer;

/** A client of POP3. */
final class Pop3Client implements AutoCloseable {

    private final LineClient lines;

    private Pop3Client(LineClient lines) {
        this.lines = lines;
    }

    /** Connects to a listener without reading the greeting. */
    static Pop3Client connect(BundleServer server, String listener, String from) throws IOException {
        return new Pop3Client(LineClient.from(from, server.port(listener)));
    }

    /** Connects without TLS. */
    static Pop3Client greeted(BundleServer server) throws IOException {
        Pop3Client client = connect(server, "pop3", "127.0.0.1");
        assertThat(client.line()).startsWith("+OK");
        return client;
    }

    /** Connects through a proxy from another computer, which is not trusted. */
    static Pop3Client remote(BundleServer server) throws IOException {
        Pop3Client client = new Pop3Client(LineClient.proxied(Pop3Server.PROXY, server.port("pop3")));
        assertThat(client.line()).startsWith("+OK");
        return client;
    }

    static Pop3Client signedIn(BundleServer server, String address) throws IOException {
        Pop3Client client = greeted(server);
        client.expect("USER " + address, "+OK");
        client.expect("PASS secret", "+OK");
        return client;
    }

    Pop3Client tls() throws IOException {
        lines.tls();
        return this;
    }

    Pop3Client send(String text) throws IOException {
        lines.send(text);
        return this;
    }

    /** Returns the next line; or {@link LineClient#END}. */
    String line() throws IOException {
        return lines.line();
    }

    String ask(String command) {
        try {
            return lines.ask(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Pop3Client expect(String command, String beginning) {
        assertThat(ask(command)).as(command).startsWith(beginning);
        return this;
    }

    /** Returns the lines of a multi-line response after the first one. */
    List<String> lines(String command) throws IOException {
        expect(command, "+OK");
        return rest();
    }

    /** Returns the lines up to the final dot. */
    List<String> rest() throws IOException {
        List<String> all = new ArrayList<>();
        for (String line = line(); !line.equals("."); line = line()) {
            assertThat(line).isNotEqualTo(LineClient.END);
            all.add(line);
        }
        return all;
    }

    /** Returns the octets of a response after its first line, up to the end of the response. */
    String octets(String command) throws IOException {
        expect(command, "+OK");
        StringBuilder octets = new StringBuilder("\r\n");
        while (!octets.toString().endsWith("\r\n.\r\n")) {
            byte[] octet = lines.socket().getInputStream().readNBytes(1);
            assertThat(octet).hasSize(1);
            octets.append(new String(octet, StandardCharsets.ISO_8859_1));
        }
        return octets.substring(2, octets.length() - 3);
    }

    boolean ended() {
        return lines.ended();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
