package svc.launcher;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A JMAP WebSocket (RFC 8887) that enables push with its last push state as soon as it is open. The frames of the
 * server are unmasked and short (RFC 6455 §5.2).
 */
final class SwarmSocket implements EventSwarm.Dialect {

    private static final int TEXT = 1;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int TWO_BYTES = 126;

    private byte[] rest = new byte[0];
    private String lastId = "";
    private boolean open;

    @Override
    public byte[] hello(String token, String id) {
        lastId = id;
        return ("GET /jmap/ws HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Protocol: jmap\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public List<String> take(ByteBuffer in, Consumer<byte[]> out) {
        byte[] all = Arrays.copyOf(rest, rest.length + in.remaining());
        in.get(all, rest.length, in.remaining());
        ByteBuffer heard = ByteBuffer.wrap(all);
        List<String> blocks = new ArrayList<>();
        if (open || opens(heard, out)) {
            for (Optional<byte[]> text = frame(heard, out); text.isPresent(); text = frame(heard, out)) {
                blocks.add(new String(text.get(), StandardCharsets.UTF_8));
            }
        }
        rest = Arrays.copyOfRange(all, heard.position(), all.length);
        return blocks;
    }

    /** Parses the response to the handshake, and enables push. An unknown push state requests all states. */
    private boolean opens(ByteBuffer heard, Consumer<byte[]> out) {
        String head = StandardCharsets.US_ASCII.decode(heard.duplicate()).toString();
        int end = head.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError(head);
        }
        heard.position(end + 4);
        String since = lastId.isEmpty() ? "nothing" : lastId;
        out.accept(frame(
                TEXT,
                ("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"Task\"],\"pushState\":\"" + since + "\"}")
                        .getBytes(StandardCharsets.US_ASCII)));
        open = true;
        return true;
    }

    /**
     * Returns the text of the next complete frame, which is empty for control frames; empty without a complete frame.
     */
    private static Optional<byte[]> frame(ByteBuffer heard, Consumer<byte[]> out) {
        ByteBuffer lookup = heard.duplicate();
        if (lookup.remaining() < 2) {
            return Optional.empty();
        }
        int kind = lookup.get() & 0x0f;
        int length = lookup.get() & 0x7f;
        if (length == TWO_BYTES) {
            length = lookup.remaining() < 2 ? Integer.MAX_VALUE : lookup.getShort() & 0xffff;
        }
        if (lookup.remaining() < length) {
            return Optional.empty();
        }
        byte[] data = new byte[length];
        lookup.get(data);
        heard.position(lookup.position());
        if (kind == PING) {
            out.accept(frame(PONG, data));
        }
        return Optional.of(kind == TEXT ? data : new byte[0]);
    }

    /** Returns a frame of a client: masked, here with zeros. */
    private static byte[] frame(int kind, byte[] data) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x80 | kind);
        if (data.length < TWO_BYTES) {
            frame.write(0x80 | data.length);
        } else {
            frame.write(0x80 | TWO_BYTES);
            frame.write(data.length >> 8);
            frame.write(data.length);
        }
        frame.write(0);
        frame.write(0);
        frame.write(0);
        frame.write(0);
        frame.writeBytes(data);
        return frame.toByteArray();
    }
}
