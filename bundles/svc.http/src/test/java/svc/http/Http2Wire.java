package svc.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client for HTTP/2 by prior knowledge that exposes single frames. Other clients hide how a stream ended. */
public final class Http2Wire implements AutoCloseable {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final Socket socket;
    private final DataInputStream in;
    private int stream = -1;

    public Http2Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
    }

    /**
     * The end of a stream.
     *
     * @param body the body of the response
     * @param whole whether the end of the response was received
     * @param error the error code of the reset, -1 without one
     */
    public record End(String body, boolean whole, int error) {}

    /** Sends the header of a request; fields are alternating names and values. */
    public void head(boolean last, String method, String path, String... fields) throws IOException {
        stream += 2;
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "http");
        field(block, ":authority", "h");
        field(block, ":path", path);
        for (int i = 0; i < fields.length; i += 2) {
            field(block, fields[i], fields[i + 1]);
        }
        frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block.toByteArray());
    }

    void body(int length) throws IOException {
        frame(DATA, 0, stream, new byte[length]);
    }

    /** Reads until the latest stream has ended, and if {@code reset}, until its reset was received. */
    public End end(boolean reset) throws IOException {
        String body = "";
        boolean whole = false;
        while (!whole || reset) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int of = in.readInt();
            byte[] payload = in.readNBytes(length);
            if (type == GOAWAY) {
                throw new IOException("the connection ended: " + new String(payload, StandardCharsets.ISO_8859_1));
            }
            if (type == DATA) {
                body += new String(payload, StandardCharsets.UTF_8);
            }
            whole |= (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
            if (type == RESET && of == stream) {
                return new End(body, whole, payload[3]);
            }
        }
        return new End(body, true, -1);
    }

    /** Writes a literal header field without indexing (RFC 7541 §6.2.2). */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        int rest = text.length();
        if (rest < 127) {
            block.write(rest);
        } else {
            block.write(127);
            for (rest -= 127; rest >= 128; rest /= 128) {
                block.write(rest % 128 + 128);
            }
            block.write(rest);
        }
        block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void frame(int type, int flags, int of, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {
            (byte) (payload.length >> 16),
            (byte) (payload.length >> 8),
            (byte) payload.length,
            (byte) type,
            (byte) flags,
            0,
            0,
            0,
            (byte) of
        });
        frame.writeBytes(payload);
        write(frame.toByteArray());
    }

    private void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
