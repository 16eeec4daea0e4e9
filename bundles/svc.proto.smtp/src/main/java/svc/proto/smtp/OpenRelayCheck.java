package svc.proto.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.net.connection.OpenListeners;
import svc.api.net.connection.OpenListeners.OpenListener;

/** Tests over the network that the listener for mail from other servers accepts no mail for other servers. */
@Component
public final class OpenRelayCheck implements HealthCheck {

    private static final String NAME = "mail-relay";

    /** A domain that cannot exist (RFC 2606 §2). */
    private static final String RECIPIENT = "relay-test@other.invalid";

    private static final int LONGEST_REPLY = 512;

    private final OpenListeners open;
    private final Duration timeout;

    @Activate
    public OpenRelayCheck(@Reference OpenListeners open, @Reference SmtpSettings settings) {
        this.open = open;
        this.timeout = settings.greetingWait().plusSeconds(2);
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        Optional<OpenListener> listener = open.listeners().stream()
                .filter(one -> one.name().equals("smtp"))
                .findFirst();
        return List.of(
                listener.isPresent()
                        ? finding(listener.get())
                        : Finding.skipped(NAME, "The server accepts no mail from other servers."));
    }

    private Finding finding(OpenListener listener) {
        try {
            String reply = replyToRecipient(listener);
            return reply.startsWith("2")
                    ? Finding.fail(
                            NAME,
                            "The server accepts mail to other servers without a sign-in: " + reply,
                            "Close port " + listener.address().port() + " in the firewall, and remove the extension or"
                                    + " the relay domain that accepts the address " + RECIPIENT + ".")
                    : Finding.ok(NAME, "Mail to other servers is refused without a sign-in: " + reply);
        } catch (IOException e) {
            return Finding.skipped(
                    NAME, "The listener did not answer this machine: " + e.getMessage() + ". It may expect a proxy.");
        }
    }

    /** Returns the reply to a recipient on another server. No message is sent. */
    private String replyToRecipient(OpenListener listener) throws IOException {
        InetAddress bound = InetAddress.getByName(listener.address().host());
        InetAddress target = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        int millis = (int) timeout.toMillis();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(target, listener.address().port()), millis);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String reply = reply(in);
            for (String command : List.of(
                    "HELO localhost", "MAIL FROM:<relay-test@localhost.invalid>", "RCPT TO:<" + RECIPIENT + ">")) {
                if (!reply.startsWith("2")) {
                    throw new IOException("it replied " + reply);
                }
                socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
                reply = reply(in);
            }
            socket.getOutputStream().write("QUIT\r\n".getBytes(US_ASCII));
            return reply;
        }
    }

    /** Reads a reply; returns its last line. */
    private static String reply(BufferedReader in) throws IOException {
        while (true) {
            String line = in.readLine();
            if (line == null) {
                throw new EOFException("it closed the connection");
            } else if (line.length() > LONGEST_REPLY) {
                throw new IOException("its reply is too long");
            } else if (line.length() < 4 || line.charAt(3) != '-') {
                return line;
            }
        }
    }
}
