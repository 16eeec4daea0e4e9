package svc.core;

import java.io.IOException;
import java.io.OutputStream;
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

    /** The answer ends in the middle: it could not be sent, or failed after its beginning was. The client must see that. */
    static final class Torn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Torn(Exception cause) {
            super(cause);
        }

        /** What the way out says when the client is gone; any other failure has been logged where it happened. */
        IOException broken() {
            return getCause() instanceof IOException e ? e : new IOException("an answer broke off", getCause());
        }
    }

    void begin(Map<String, String> beside) {
        buffer.object();
        beside.forEach(buffer::member);
        buffer.name("methodResponses").array();
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
            throw new Torn(e);
        }
    }
}
