package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.mime.Part.Section;

/** A part that a scan has begun but not yet ended. */
final class OpenPart {

    /** Assigns ids to the parts of one message. */
    static final class Numbers {

        private final String prefix;
        private int last;

        Numbers(String prefix) {
            this.prefix = prefix;
        }

        String next() {
            last++;
            return prefix + last;
        }
    }

    private static final byte[] NO_TEXT = {};

    final @Nullable OpenPart parent;
    final Numbers numbers;
    final boolean inDigest;
    /** The number of multiparts and messages that contain this part. */
    final int depth;
    /** The number of messages that contain this part, not counting the outermost message. */
    final int messages;

    final long from;

    long body;
    Entity entity = Entity.unread();

    @Nullable
    BodySink sink;

    @Nullable
    String id;

    final List<Part> parts = new ArrayList<>();

    @Nullable
    Part enclosed;

    OpenPart(@Nullable OpenPart parent, Numbers numbers, boolean inDigest, int depth, int messages, long from) {
        this.parent = parent;
        this.numbers = numbers;
        this.inDigest = inDigest;
        this.depth = depth;
        this.messages = messages;
        this.from = from;
        this.body = from;
    }

    /** Returns a new part of this multipart that starts at {@code place}. */
    OpenPart child(long place) {
        return new OpenPart(this, numbers, entity.isDigest(), depth + 1, messages, place);
    }

    /** Returns the message that this part encloses. */
    OpenPart message() {
        return new OpenPart(this, new Numbers(id + "."), false, depth + 1, messages + 1, body);
    }

    /**
     * Ends the part and returns it.
     *
     * @param boundary whether a boundary follows; the preceding line break is then part of the boundary
     * @param place the position of the end
     * @param newline the number of bytes of the last line break
     */
    Part closed(boolean boundary, long place, int newline) {
        BodySink bytes = sink;
        if (bytes != null) {
            bytes.end(boundary);
        }
        if (entity.isMultipart() && bytes != null && bytes.length() > 0) {
            entity = entity.plain();
            id = numbers.next();
        }
        Section header = new Section(from, body - from);
        if (bytes == null || entity.isMultipart()) {
            long end = boundary ? Math.max(body, place - newline) : place;
            Section whole = new Section(body, end - body);
            return entity.part(null, header, whole, Entity.Found.NOTHING, List.copyOf(parts), null);
        }
        Section own = new Section(body, bytes.length());
        return entity.part(id, header, own, bytes.found(), List.of(), enclosed);
    }

    /** Returns the text that was kept. */
    byte[] text() {
        return sink == null || entity.isMultipart() ? NO_TEXT : sink.text();
    }
}
