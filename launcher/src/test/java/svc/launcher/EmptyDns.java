package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.Arrays;

/** A name server without names: it answers each query at once, that the name does not exist (RFC 1035 §4.1.1). */
final class EmptyDns implements AutoCloseable {

    private static final int HEADER = 12;
    private static final int LONGEST = 512;

    private final DatagramSocket socket;

    EmptyDns() throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::answer, "empty-dns");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the words of the command line that make a server ask this one. */
    String[] settings() {
        return new String[] {
            "--set", "dns.servers=[\"127.0.0.1:" + socket.getLocalPort() + "\"]", "--set", "dns.dnssec=\"off\""
        };
    }

    private void answer() {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
                socket.receive(packet);
                byte[] answer = Arrays.copyOf(packet.getData(), endOfQuestion(packet.getData()));
                answer[2] |= (byte) 0x80; // a response
                answer[3] = (byte) 0x83; // recursion is available; the name does not exist
                answer[HEADER - 1] = 0; // no OPT record
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static int endOfQuestion(byte[] query) {
        int at = HEADER;
        while (query[at] != 0) {
            at += 1 + query[at];
        }
        return at + 5; // the root label, the type and the class
    }

    @Override
    public void close() {
        socket.close();
    }
}
