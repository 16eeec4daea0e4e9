package svc.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A sign-in with a field {@code Host} of its own, which the JDK's client does not send. */
final class RawHost {

    private RawHost() {}

    static int post(RunningServer server, String host, String path, String email, String proof) {
        URI url = URI.create(server.url());
        String body = "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nDPoP: " + proof
                                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.US_ASCII).split(" ", 3)[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
