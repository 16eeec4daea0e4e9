package svc.push.web.send;

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
import svc.push.web.subscription.Target;

/**
 * Sends a message over HTTP/1.1 on a new connection. The HTTP client of the JDK is not used, because it would resolve
 * the name again, possibly to another address. This client connects to the addresses that were checked, follows no
 * redirects, and reads no response body. Thread-safe. The calling thread waits up to {@link #LONGEST} for each address.
 */
final class PushHttpClient {
    /** The longest duration of a connection. */
    static final Duration LONGEST = Duration.ofSeconds(15);

    private static final int CONNECT_MILLIS = 5_000;
    private static final int SILENT_MILLIS = 10_000;

    private final Supplier<SSLSocketFactory> tls;
    private final Clock clock;

    PushHttpClient(Supplier<SSLSocketFactory> tls, Clock clock) {
        this.tls = tls;
        this.clock = clock;
    }

    /** Sends the message to the first address that accepts a connection. */
    Outcome send(PushRequest message, List<InetAddress> addresses) {
        AtomicBoolean begun = new AtomicBoolean();
        try (Socket socket = new Socket()) {
            Clock.Alarm alarm = clock.schedule(LONGEST, () -> close(socket));
            try {
                connect(socket, addresses.get(0), message.target());
                return exchange(socket, message, begun);
            } finally {
                alarm.cancel();
            }
        } catch (IOException e) {
            // The exception is not logged, because its text may contain the host name. The metrics count it.
            return begun.get() ? new Outcome.NoResponse() : next(message, addresses);
        }
    }

    private Outcome next(PushRequest message, List<InetAddress> addresses) {
        return addresses.size() > 1
                ? send(message, addresses.subList(1, Math.min(addresses.size(), 3)))
                : new Outcome.ConnectFailed();
    }

    private static void connect(Socket socket, InetAddress address, Target target) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, target.port()), CONNECT_MILLIS);
        socket.setSoTimeout(SILENT_MILLIS);
    }

    private static void close(Socket socket) {
        try {
            socket.close(); // this is the socket below TLS, because closing it does not block
        } catch (IOException e) {
            return; // the socket is closed in any case
        }
    }

    private Outcome exchange(Socket socket, PushRequest message, AtomicBoolean begun) throws IOException {
        if (!message.target().secure()) {
            return sendRequest(socket, message, begun);
        }
        try (SSLSocket secured = secured(socket, message.target())) {
            secured.startHandshake();
            return sendRequest(secured, message, begun);
        }
    }

    /** Returns a TLS socket that requires the host name of the URL in the certificate. */
    private SSLSocket secured(Socket socket, Target target) throws IOException {
        SSLSocket secured = (SSLSocket) tls.get().createSocket(socket, target.host(), target.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        return secured;
    }

    private Outcome sendRequest(Socket socket, PushRequest message, AtomicBoolean begun) throws IOException {
        OutputStream out = socket.getOutputStream();
        begun.set(true);
        out.write(request(message));
        out.flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        Optional<Outcome> answer = new HttpResponseHead(in, clock.now()).read();
        return answer.orElseGet(Outcome.NoResponse::new);
    }

    private static byte[] request(PushRequest message) {
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
