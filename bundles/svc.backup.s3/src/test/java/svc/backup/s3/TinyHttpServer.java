package svc.backup.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import svc.backup.api.LimitedInput;

/** An HTTP server on the loopback address with one request per connection. A test decides about every byte of a response. */
final class TinyHttpServer implements Closeable {

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Handler handler;
    private final Future<?> accepting;

    /** A request. The body has the length of the field {@code content-length}. */
    record Request(String method, String target, Map<String, String> fields, InputStream body) {

        String field(String name) {
            return fields.getOrDefault(name, "");
        }
    }

    /** A response. */
    record Response(int status, Map<String, String> fields, long length, Body body) {

        /** Writes a body. */
        @FunctionalInterface
        interface Body {
            void to(OutputStream out) throws IOException;
        }
    }

    /** Answers requests. An exception closes the connection without a response. */
    @FunctionalInterface
    interface Handler {
        Response answer(Request request) throws IOException;
    }

    TinyHttpServer(Handler handler) {
        this.handler = handler;
        try {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.accepting = threads.submit(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connections.add(connection);
                threads.execute(() -> serve(connection));
            } catch (SocketException e) {
                return; // The server was closed.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String[] first = line(in).split(" ", -1);
            Map<String, String> fields = new TreeMap<>();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                int colon = line.indexOf(':');
                fields.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            long length = Long.parseLong(fields.getOrDefault("content-length", "0"));
            Request request = new Request(first[0], first[1], fields, new LimitedInput(in, length));
            respond(connection, request, handler.answer(request));
        } catch (IOException e) {
            return; // The connection ends without a whole response.
        } finally {
            connections.remove(connection);
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("closed");
            } else if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(ISO_8859_1);
    }

    private static void respond(Socket connection, Request request, Response response) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " -\r\n");
        response.fields().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        head.append("Content-Length: " + response.length() + "\r\nConnection: close\r\n\r\n");
        OutputStream out = connection.getOutputStream();
        out.write(head.toString().getBytes(ISO_8859_1));
        if (!request.method().equals("HEAD")) {
            response.body().to(out);
        }
        out.flush();
    }

    /**
     * Waits until the socket is closed: the kernel accepts connections until the call that waits for them has ended. Then
     * closes the connections that a client has opened in advance.
     */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            accepting.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
        for (Socket connection : connections) {
            connection.close();
        }
        threads.shutdownNow();
    }
}
