package svc.push.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import svc.api.time.Clock;

/**
 * Sends a message over HTTP/1.1 on a connection of its own. The JDK's client would look up the name once more, which may lead
 * elsewhere by then; this one connects to the addresses that were looked at. It follows nothing and reads no body. Any thread,
 * which waits for each address {@link #LONGEST} at most.
 */
final class Post {

    /** The longest that a connection may last. */
    static final Duration LONGEST = Duration.ofSeconds(15);

    private static final int CONNECT_MILLIS = 5_000;
    private static final int SILENT_MILLIS = 10_000;

    private final Supplier<SSLSocketFactory> tls;
    private final Clock clock;

    /**
     * Sends nothing yet.
     *
     * @param tls asked when it is needed: to read the certificates of the machine takes a while
     */
    Post(Supplier<SSLSocketFactory> tls, Clock clock) {
        this.tls = tls;
        this.clock = clock;
    }

    /** Sends it to the first of the addresses that takes a connection. */
    Outcome send(Message message, List<InetAddress> addresses) {
        AtomicBoolean begun = new AtomicBoolean();
        try (Socket socket = new Socket()) {
            Clock.Alarm alarm = clock.after(LONGEST, () -> close(socket));
            try {
                connect(socket, addresses.get(0), message.target());
                return exchange(socket, message, begun);
            } finally {
                alarm.cancel();
            }
        } catch (IOException e) {
            // Which one is nobody's business: that it failed is counted, and its words may hold the name.
            return begun.get() ? new Outcome.Unanswered() : next(message, addresses);
        }
    }

    private Outcome next(Message message, List<InetAddress> addresses) {
        return addresses.size() > 1
                ? send(message, addresses.subList(1, Math.min(addresses.size(), 3)))
                : new Outcome.Unreached();
    }

    private static void connect(Socket socket, InetAddress address, Target target) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, target.port()), CONNECT_MILLIS);
        socket.setSoTimeout(SILENT_MILLIS);
    }

    private static void close(Socket socket) {
        try {
            socket.close(); // the one below TLS: it waits for nothing
        } catch (IOException e) {
            return; // closed all the same
        }
    }

    private Outcome exchange(Socket socket, Message message, AtomicBoolean begun) throws IOException {
        if (!message.target().secure()) {
            return spoken(socket, message, begun);
        }
        try (SSLSocket secured = secured(socket, message.target())) {
            secured.startHandshake();
            return spoken(secured, message, begun);
        }
    }

    /** The name in the URL is asked for and must be in the certificate. */
    private SSLSocket secured(Socket socket, Target target) throws IOException {
        SSLSocket secured = (SSLSocket) tls.get().createSocket(socket, target.host(), target.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        return secured;
    }

    private Outcome spoken(Socket socket, Message message, AtomicBoolean begun) throws IOException {
        OutputStream out = socket.getOutputStream();
        begun.set(true);
        out.write(request(message));
        out.flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        Optional<Outcome> answer = new AnswerHead(in, clock.now()).read();
        return answer.orElseGet(Outcome.Unanswered::new);
    }

    private static byte[] request(Message message) {
        StringBuilder head = new StringBuilder(512);
        head.append("POST ").append(message.target().path()).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(message.target().authority()).append("\r\n");
        message.fields()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(message.body().length).append("\r\n");
        head.append("Connection: close\r\n\r\n");
        byte[] first = head.toString().getBytes(ISO_8859_1);
        byte[] all = new byte[first.length + message.body().length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(message.body(), 0, all, first.length, message.body().length);
        return all;
    }
}
