package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part that the scan is in. */
final class OpenPart {

    /** Gives ids to the parts of one message. */
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
    /** How many multiparts and messages it is in. */
    final int depth;
    /** How many messages it is in, the outermost not counted. */
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

    /** A part of this multipart that begins at a place. */
    OpenPart child(long place) {
        return new OpenPart(this, numbers, entity.isDigest(), depth + 1, messages, place);
    }

    /** The message in this part. */
    OpenPart message() {
        return new OpenPart(this, new Numbers(id + "."), false, depth + 1, messages + 1, body);
    }

    /**
     * What it is now that it has ended.
     *
     * @param boundary whether a boundary follows, which the end of the last line belongs to
     * @param place where it ends
     * @param newline how many bytes the end of the last line has
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
        Part.Section header = new Part.Section(from, body - from);
        if (bytes == null || entity.isMultipart()) {
            long end = boundary ? Math.max(body, place - newline) : place;
            Part.Section whole = new Part.Section(body, end - body);
            return entity.part(null, header, whole, Entity.Found.NOTHING, List.copyOf(parts), null);
        }
        Part.Section own = new Part.Section(body, bytes.length());
        return entity.part(id, header, own, bytes.found(), List.of(), enclosed);
    }

    /** The text that was kept of it. */
    byte[] text() {
        return sink == null || entity.isMultipart() ? NO_TEXT : sink.kept();
    }
}
