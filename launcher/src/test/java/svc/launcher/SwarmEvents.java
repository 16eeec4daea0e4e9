package svc.launcher;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An event stream over plain HTTP/1.1. */
final class SwarmEvents implements EventSwarm.Dialect {

    private final StringBuilder text = new StringBuilder();

    @Override
    public byte[] hello(String token, String lastId) {
        String id = lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n";
        return ("GET /jmap/eventsource/?types=Task HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\n" + id + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public List<String> take(ByteBuffer in, Consumer<byte[]> out) {
        text.append(StandardCharsets.UTF_8.decode(in).toString().replace("\r", ""));
        List<String> blocks = new ArrayList<>();
        for (int end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
            blocks.add(text.substring(0, end + 1));
            text.delete(0, end + 2);
        }
        return blocks;
    }
}
