package svc.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import svc.api.net.IpNetwork;

/** Answers each connection with a text when the head of the request has arrived, and records the request. */
record AnsweringServer(ServerSocket socket, BlockingQueue<String> requests) implements AutoCloseable {

    static AnsweringServer of(ServerSocket socket, String answer) {
        AnsweringServer service = new AnsweringServer(socket, new LinkedBlockingQueue<>());
        Thread thread = new Thread(() -> service.serve(answer));
        thread.setDaemon(true);
        thread.start();
        return service;
    }

    static AnsweringServer at(String address, String answer) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.bind(new InetSocketAddress(IpNetwork.address(address).orElseThrow(), 0));
        return of(socket, answer);
    }

    private void serve(String answer) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                requests.add(head(connection.getInputStream()));
                if (!answer.isEmpty()) {
                    connection.getOutputStream().write(answer.getBytes(UTF_8));
                    connection.close();
                }
            } catch (IOException e) {
                requests.add("broken: " + e.getMessage());
            }
        }
    }

    static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = head.indexOf("\r\n\r\n") < 0 ? in.read() : -1) {
            head.append((char) next);
        }
        return head.toString();
    }

    String request() {
        try {
            return Optional.ofNullable(requests.poll(10, TimeUnit.SECONDS)).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
