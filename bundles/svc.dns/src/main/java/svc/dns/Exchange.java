package svc.dns;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Optional;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import svc.api.time.Clock;

/** Sends one query to one server by UDP, and again by TCP if the answer is truncated (RFC 7766). */
final class Exchange {

    /** The largest UDP answer that is asked for: it is not fragmented on usual networks. */
    static final int UDP_PAYLOAD = 1_232;

    private static final int UDP_BUFFER = 4_096;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final InetSocketAddress server;
    private final Message query;
    private final byte[] wire;
    private final Clock clock;
    private final long until;

    private Exchange(InetSocketAddress server, Message query, Clock clock, long until) {
        this.server = server;
        this.query = query;
        this.wire = query.toWire();
        this.clock = clock;
        this.until = until;
    }

    /**
     * Returns the answer of a server. Answers that do not belong to the query are ignored (RFC 5452 §9.1).
     *
     * @throws IOException if there is no answer until the given monotonic time, or the connection fails
     */
    static Message send(InetSocketAddress server, Message query, Clock clock, long until) throws IOException {
        Exchange exchange = new Exchange(server, query, clock, until);
        Message answer = exchange.overUdp();
        return answer.getHeader().getFlag(Flags.TC) ? exchange.overTcp() : answer;
    }

    private Message overUdp() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            // Each query has its own port, chosen by the system; datagrams of other addresses do not arrive.
            channel.connect(server);
            channel.write(ByteBuffer.wrap(wire));
            DatagramPacket packet = new DatagramPacket(new byte[UDP_BUFFER], UDP_BUFFER);
            while (true) {
                channel.socket().setSoTimeout(millisLeft());
                packet.setLength(UDP_BUFFER);
                channel.socket().receive(packet);
                Optional<Message> answer = parse(Arrays.copyOf(packet.getData(), packet.getLength()));
                if (answer.isPresent()) {
                    return answer.get();
                }
            }
        }
    }

    private Message overTcp() throws IOException {
        try (SocketChannel channel = SocketChannel.open()) {
            Socket socket = channel.socket();
            socket.connect(server, millisLeft());
            ByteBuffer framed = ByteBuffer.allocate(Short.BYTES + wire.length);
            framed.putShort((short) wire.length).put(wire).flip();
            while (framed.hasRemaining()) {
                channel.write(framed);
            }
            int length = ByteBuffer.wrap(read(socket, Short.BYTES)).getShort() & 0xffff;
            return parse(read(socket, length))
                    .orElseThrow(() -> new IOException("the answer by TCP does not belong to the query"));
        }
    }

    private byte[] read(Socket socket, int length) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            socket.setSoTimeout(millisLeft());
            int count = in.read(bytes, at, length - at);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            at += count;
        }
        return bytes;
    }

    private int millisLeft() throws SocketTimeoutException {
        long left = (until - clock.nanos()) / NANOS_PER_MILLI;
        if (left <= 0) {
            throw new SocketTimeoutException("timed out");
        }
        return (int) left;
    }

    private Optional<Message> parse(byte[] bytes) {
        try {
            Message answer = new Message(bytes);
            return belongs(answer) ? Optional.of(answer) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // the library throws other exceptions for some malformed messages
        }
    }

    private boolean belongs(Message answer) {
        Header header = answer.getHeader();
        return header.getFlag(Flags.QR)
                && header.getID() == query.getHeader().getID()
                && header.getOpcode() == Opcode.QUERY
                && asked(answer);
    }

    private boolean asked(Message answer) {
        if (answer.getHeader().getCount(Section.QUESTION) == 0) {
            return answer.getHeader().getRcode() == Rcode.FORMERR; // a server that could not read the question
        }
        Record mine = query.getQuestion();
        Record other = answer.getQuestion();
        return answer.getHeader().getCount(Section.QUESTION) == 1
                && mine.getName().equals(other.getName())
                && mine.getType() == other.getType()
                && mine.getDClass() == other.getDClass();
    }
}
