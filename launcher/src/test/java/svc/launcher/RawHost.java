package svc.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests with any field {@code Host}, which the JDK's client does not send. */
final class RawHost {

    private RawHost() {}

    /** Returns the status of a sign-in. */
    static int post(RunningServer server, String host, String path, String email, String proof) {
        String body = "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        String answer = send(
                server,
                "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nDPoP: " + proof
                        + "\r\nContent-Type: application/json"
                        + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    /** Returns the body of the response to a caller that uses this host. */
    static String get(SignedIn otherUser, String host, String path) {
        String answer = send(
                otherUser.server(),
                "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + otherUser.token()
                        + "\r\nConnection: close\r\n\r\n");
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /** Sends a request as it is, and returns the response. The request must end the connection. */
    static String send(RunningServer server, String request) {
        URI url = URI.create(server.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
