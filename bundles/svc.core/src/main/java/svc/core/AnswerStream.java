package svc.core;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonBuffer;

/**
 * The answer of a request on its way out. A call writes into memory, so that it can still fail as if it had written nothing;
 * only where it says so ({@link #breathe}) a long answer goes out while it is being made.
 */
final class AnswerStream {

    private static final int ENOUGH = 64 * 1024;

    private final JsonBuffer buffer;
    private final OutputStream out;
    private JsonBuffer.@Nullable Mark start;
    private boolean kept;
    private boolean begunOut;

    AnswerStream(JsonBuffer buffer, OutputStream out) {
        this.buffer = buffer;
        this.out = out;
    }

    /** A call's answer that was in part sent before it failed: the client must see that it is not whole. */
    static final class Torn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Torn(RuntimeException cause) {
            super(cause);
        }
    }

    void begin() {
        buffer.object().name("methodResponses").array();
    }

    /** Begins the answer to one call. */
    JsonBuffer open(boolean keep) {
        start = buffer.mark();
        kept = keep;
        begunOut = false;
        return buffer;
    }

    /** Takes back what the call wrote. */
    void reset(RuntimeException why) {
        if (begunOut || start == null) {
            throw new Torn(why);
        }
        buffer.reset(start);
    }

    /** Lets out what is there when it is much. */
    void breathe() {
        if (!kept && buffer.length() > ENOUGH) {
            begunOut = true;
            drain();
        }
    }

    void betweenCalls() {
        start = null;
        if (buffer.length() > ENOUGH) {
            drain();
        }
    }

    void end(Map<String, String> createdIds, boolean tellCreated, String sessionState) {
        buffer.end();
        if (tellCreated) {
            buffer.name("createdIds").value(createdIds);
        }
        buffer.member("sessionState", sessionState).end();
        drain();
    }

    private void drain() {
        try {
            buffer.drain(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
