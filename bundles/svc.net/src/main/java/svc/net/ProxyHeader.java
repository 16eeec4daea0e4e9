package svc.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The header with which a proxy begins a connection: PROXY protocol, version 2 (haproxy.org/download/2.9/doc/proxy-protocol.txt,
 * §2.2). Collects the bytes as they arrive and never takes a byte behind the header.
 */
final class ProxyHeader {

    private static final byte[] SIGNATURE = {0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a};
    private static final int START = 16;

    /** The addresses take 36 bytes at most; the rest is extensions (TLV), which are skipped. */
    private static final int LONGEST = 2_048;

    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;

    private byte[] bytes = new byte[START];
    private int count;

    /**
     * Reads what has arrived; returns whether the header is complete.
     *
     * @throws IOException if the bytes are not a valid header, or the proxy has closed the connection
     */
    boolean read(EndPoint endPoint) throws IOException {
        while (missing() > 0) {
            ByteBuffer more = BufferUtil.allocate(missing());
            int count = endPoint.fill(more);
            if (count < 0) {
                throw new EOFException("the proxy has closed the connection");
            }
            if (count == 0) {
                return false;
            }
            add(more);
        }
        return true;
    }

    /** Returns the number of bytes that must arrive before the next step; 0 when the header is complete. */
    int missing() {
        return bytes.length - count;
    }

    /**
     * Adds bytes, at most {@link #missing()}.
     *
     * @throws ProtocolException if they are not a valid header
     */
    void add(ByteBuffer more) throws ProtocolException {
        int length = more.remaining();
        more.get(bytes, count, length);
        count += length;
        int known = Math.min(count, SIGNATURE.length);
        if (!Arrays.equals(bytes, 0, known, SIGNATURE, 0, known)) {
            throw new ProtocolException("no header of the PROXY protocol, version 2");
        }
        if (count == START && bytes.length == START) {
            int rest = number(14);
            if (rest > LONGEST) {
                throw new ProtocolException("the header of the PROXY protocol has " + rest + " bytes");
            }
            bytes = Arrays.copyOf(bytes, START + rest);
        }
    }

    /**
     * Returns the address of the proxy's client; empty for a connection of the proxy itself, such as a health check.
     *
     * @throws ProtocolException if the complete header is invalid or has no address of TCP
     */
    Optional<InetSocketAddress> client() throws ProtocolException {
        int command = bytes[12] & 0xff;
        if (command == LOCAL) {
            return Optional.empty();
        }
        int family = bytes[13] & 0xff;
        int width = family == TCP4 ? 4 : 16;
        if (command != PROXY || (family != TCP4 && family != TCP6) || bytes.length < START + 2 * width + 4) {
            throw new ProtocolException("the header of the PROXY protocol has no address of a TCP connection");
        }
        try {
            InetAddress address = InetAddress.getByAddress(Arrays.copyOfRange(bytes, START, START + width));
            return Optional.of(new InetSocketAddress(address, number(START + 2 * width)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    private int number(int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }
}
