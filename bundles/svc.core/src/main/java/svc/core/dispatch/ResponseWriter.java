package svc.core.dispatch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonBuffer;

/**
 * Writes the response of a request. The output of a call is buffered, so that the output of a failing call can be
 * replaced by an error. Before the call has ended, a part of a long response is sent only in {@link #flushIfLarge}.
 */
public final class ResponseWriter {

    private static final int FLUSH_LENGTH = 64 * 1024;

    private final JsonBuffer buffer;
    private final OutputStream out;
    private JsonBuffer.@Nullable Mark start;
    private boolean keepOutput;
    private boolean partlySent;

    public ResponseWriter(JsonBuffer buffer, OutputStream out) {
        this.buffer = buffer;
        this.out = out;
    }

    /**
     * The response was aborted: it could not be sent, or a call failed after a part of its output was sent. The
     * connection must be broken so that the client notices.
     */
    public static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Aborted(Exception cause) {
            super(cause);
        }

        /** Returns the I/O error of the connection. Any other failure has been logged where it occurred. */
        public IOException cause() {
            return getCause() instanceof IOException e
                    ? e
                    : new IOException("the response was interrupted", getCause());
        }
    }

    public void begin(Map<String, String> members) {
        buffer.beginObject();
        members.forEach(buffer::stringMember);
        buffer.name("methodResponses").beginArray();
    }

    /** Begins the response of one call. */
    public JsonBuffer open(boolean keep) {
        start = buffer.mark();
        keepOutput = keep;
        partlySent = false;
        return buffer;
    }

    /** Discards the output of the call. */
    void reset(RuntimeException why) {
        if (partlySent || start == null) {
            throw new Aborted(why);
        }
        buffer.reset(start);
    }

    /** Sends the buffered output if it is large. */
    void flushIfLarge() {
        if (!keepOutput && buffer.length() > FLUSH_LENGTH) {
            partlySent = true;
            send();
        }
    }

    void afterCall() {
        start = null;
        if (buffer.length() > FLUSH_LENGTH) {
            send();
        }
    }

    public void end(Map<String, String> createdIds, boolean writeCreatedIds, String sessionState) {
        buffer.end();
        if (writeCreatedIds) {
            buffer.name("createdIds").value(createdIds);
        }
        buffer.stringMember("sessionState", sessionState).end();
        send();
    }

    private void send() {
        try {
            buffer.drainTo(out);
        } catch (IOException e) {
            throw new Aborted(e);
        }
    }
}
