package svc.dns;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.xbill.DNS.Message;

/** A DNS server on a port of the loopback interface, by UDP and TCP, whose answers are determined by a test. */
final class DnsServer implements AutoCloseable {

    /** The queries that arrived, in their order. */
    final List<Message> queries = new CopyOnWriteArrayList<>();

    /** The queries that arrived by TCP. */
    final List<Message> tcpQueries = new CopyOnWriteArrayList<>();

    private final DatagramSocket udp;
    private final ServerSocket tcp;
    private volatile BiFunction<Message, Boolean, List<byte[]>> answers = (query, overTcp) -> List.of();

    DnsServer() {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            tcp = new ServerSocket(0, 10, loopback);
            udp = new DatagramSocket(tcp.getLocalPort(), loopback);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::serveUdp);
        start(this::serveTcp);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // the test is over
                    }
                },
                "dns-server");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(tcp.getInetAddress(), tcp.getLocalPort());
    }

    /** Sets the messages that a query causes; the second argument says whether it arrived by TCP. */
    DnsServer answering(BiFunction<Message, Boolean, List<byte[]>> with) {
        answers = with;
        return this;
    }

    /** Returns the number of queries for this type. */
    long count(int type) {
        return queries.stream()
                .filter(query -> query.getQuestion().getType() == type)
                .count();
    }

    private void serveUdp() throws IOException {
        while (true) {
            DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
            udp.receive(packet);
            Message query = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
            queries.add(query);
            start(() -> {
                for (byte[] answer : answers.apply(query, false)) {
                    udp.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            });
        }
    }

    private void serveTcp() throws IOException {
        while (true) {
            Socket socket = tcp.accept();
            start(() -> {
                try (socket) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    Message query = new Message(in.readNBytes(in.readUnsignedShort()));
                    queries.add(query);
                    tcpQueries.add(query);
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                    for (byte[] answer : answers.apply(query, true)) {
                        out.writeShort(answer.length);
                        out.write(answer);
                    }
                }
            });
        }
    }

    @Override
    public void close() {
        try {
            udp.close();
            tcp.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
