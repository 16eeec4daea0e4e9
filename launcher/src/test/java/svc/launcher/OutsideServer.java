package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Eventually;
import svc.testkit.FreePort;
import svc.testkit.LineClient;
import svc.testkit.Prerequisite;

/**
 * A mail server of another author that sends all mail to one port. It runs from a package that {@code .ci/tools} has
 * unpacked, in a mount namespace with its own users and folders. Only root can create one: these tests are left out for
 * other users.
 */
final class OutsideServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutsideServer.class);
    private static final String TEST = "OutsideServersIT";
    private static final List<String> NAMESPACE = List.of("unshare", "--mount", "--pid", "--fork", "--kill-child");

    private final Process process;
    private final Path output;
    private final int port;

    private OutsideServer(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /**
     * Starts a server.
     *
     * @param name postfix, exim4 or opensmtpd
     * @param target the port to which it sends mail
     * @param tls whether it must use STARTTLS
     * @param output a new file for its log
     */
    static OutsideServer start(String name, int target, boolean tls, Path output) throws Exception {
        return start(name, name, FreePort.next(), output, Integer.toString(target), tls ? "yes" : "no");
    }

    /**
     * Starts a postfix that accepts mail by STARTTLS and discards it.
     *
     * @param port its port
     * @param rules a file with lines of a recipient and a reply to RCPT, read for each connection
     * @param key a PEM file with a private key, beside one with the certificate
     * @param output a new file for its log
     */
    static OutsideServer sink(int port, Path rules, Path key, Path output) throws Exception {
        return start("postfix", "sink", port, output, rules.toString(), key.toString());
    }

    private static OutsideServer start(String packageName, String name, int port, Path output, String... more)
            throws Exception {
        Path root = WorkingCopy.root();
        Path unpacked = root.resolve("target/packages/" + packageName);
        Prerequisite.installable(TEST + " " + name, Files.isDirectory(unpacked), packageName + " is not unpacked");
        Prerequisite.program(TEST, NAMESPACE.get(0));
        Prerequisite.machine(TEST, command(output, "true").waitFor() == 0, "only root can create a mount namespace");
        List<String> words = new ArrayList<>(List.of(
                root.resolve("launcher/src/test/servers/run").toString(),
                name,
                unpacked.toString(),
                Integer.toString(port)));
        words.addAll(List.of(more));
        Process process = command(output, words.toArray(String[]::new));
        OutsideServer server = new OutsideServer(process, output, port);
        Eventually.until("accepting mail", server::accepts);
        return server;
    }

    private static Process command(Path output, String... words) throws IOException {
        List<String> command = new ArrayList<>(NAMESPACE);
        command.addAll(List.of(words));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private boolean accepts() {
        assertThat(process.isAlive()).as(log()).isTrue();
        try (LineClient client = LineClient.connect(port)) {
            return client.line().startsWith("220");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Gives a message to the server, which must accept it.
     *
     * @param parameters parameters of MAIL, such as {@code SMTPUTF8}
     */
    void send(String sender, List<String> recipients, String message, String parameters) throws IOException {
        try (LineClient client = LineClient.connect(port)) {
            assertThat(client.line()).startsWith("220");
            String extension = client.ask("EHLO client.test");
            while (extension.startsWith("250-")) {
                extension = client.line();
            }
            client.send(("MAIL FROM:<" + sender + "> " + parameters).strip().getBytes(UTF_8));
            assertThat(client.ask("")).startsWith("250");
            for (String recipient : recipients) {
                assertThat(client.ask("RCPT TO:<" + recipient + ">")).startsWith("250");
            }
            assertThat(client.ask("DATA")).startsWith("354");
            client.send(message.replace("\r\n.", "\r\n..").getBytes(UTF_8));
            assertThat(client.ask(".")).startsWith("250");
        }
    }

    String log() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        LOG.info("{}", log());
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
