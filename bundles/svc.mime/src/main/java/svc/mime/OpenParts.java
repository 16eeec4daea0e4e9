package svc.mime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a scan is in, each with the bytes that it gets, and what those were that have ended. It is told of headers,
 * bytes and boundaries as the scan comes to them.
 */
final class OpenParts {

    /** So many messages within each other are read; each costs a hash of all that it holds. */
    private static final int MAX_MESSAGES = 10;

    private static final int BUFFER = 4_096;
    private static final int ALL_TEXT = 4;

    private final ReadLimits limits;
    private final Intake intake;
    private final byte[] buffer = new byte[BUFFER];
    private final Boundaries boundaries = new Boundaries();
    private final List<OpenPart> messages = new ArrayList<>();
    private final Map<String, byte[]> texts = new HashMap<>();

    private @Nullable OpenPart top = new OpenPart(null, new OpenPart.Numbers(""), false, 0, 0, 0);
    private @Nullable Part root;

    private boolean inHeader = true;
    private long position;
    private int newline;
    private byte last;
    private int parts = 1;
    private long textLeft;

    OpenParts(ReadLimits limits, Intake intake) {
        this.limits = limits;
        this.intake = intake;
        this.textLeft = (long) ALL_TEXT * intake.text();
    }

    /** Whether a header comes now, and not a body. */
    boolean inHeader() {
        return inHeader;
    }

    /** Whether all has ended. */
    boolean ended() {
        return root != null;
    }

    /** What was read. */
    Message message() {
        Part whole = root;
        if (whole == null) {
            throw new IllegalStateException("a scan ends with its root");
        }
        return new Message(whole, position, Map.copyOf(texts));
    }

    private OpenPart top() {
        OpenPart part = top;
        if (part == null) {
            throw new IllegalStateException("the scan has ended");
        }
        return part;
    }

    /** What a line delimits, of all that it may; null when nothing. */
    Boundaries.@Nullable Delimiter delimiter(byte[] bytes, int from, int end) {
        return boundaries.isEmpty() ? null : boundaries.find(bytes, from, end);
    }

    /** Whether a line may delimit something. */
    boolean areDelimited() {
        return !boundaries.isEmpty();
    }

    /**
     * The header of the innermost part has ended.
     *
     * @param opaque whether it was too long to tell what the part is
     */
    void header(Headers headers, boolean opaque) {
        OpenPart part = top();
        inHeader = false;
        part.body = position;
        Entity read = Entity.of(headers, part.inDigest);
        boolean deep = part.depth >= limits.depth();
        part.entity = opaque || (deep && read.isMultipart()) ? read.opaque() : read;
        boolean multipart = part.entity.isMultipart();
        String boundary = part.entity.boundary();
        if (multipart && boundary != null) {
            boundaries.open(boundary, part);
            part.sink = sink(part, TransferEncoding.NONE, true);
        } else {
            leaf(part, multipart ? part.entity.plain() : part.entity, deep);
        }
    }

    private void leaf(OpenPart part, Entity entity, boolean deep) {
        part.entity = entity;
        part.id = part.numbers.next();
        part.sink = sink(part, entity.encoding(), entity.type().startsWith("text/"));
        boolean read = !deep && entity.isMessage() && entity.encoding() == TransferEncoding.NONE;
        if (read && part.messages < MAX_MESSAGES && parts < limits.parts()) {
            parts++;
            messages.add(part);
            begin(part.message());
        }
    }

    private BodySink sink(OpenPart part, TransferEncoding encoding, boolean text) {
        long room = text && part.messages == 0 ? Math.min(intake.text(), textLeft) : 0;
        return new BodySink(encoding, intake.hashes(), (int) room, buffer);
    }

    private void begin(OpenPart part) {
        top = part;
        inHeader = true;
    }

    /** Bytes of the innermost part. */
    void deliver(byte[] bytes, int from, int end) {
        pass(bytes, from, end);
        BodySink sink = top().sink;
        if (sink != null) {
            sink.write(bytes, from, end);
        }
    }

    /** Goes past bytes, which the messages around get whatever they are. */
    void pass(byte[] bytes, int from, int end) {
        if (from == end) {
            return;
        }
        for (OpenPart message : messages) {
            BodySink sink = message.sink;
            if (sink != null) {
                sink.write(bytes, from, end);
            }
        }
        if (bytes[end - 1] == '\n') {
            newline = (end - from > 1 ? bytes[end - 2] : last) == '\r' ? 2 : 1;
        } else {
            newline = 0;
        }
        last = bytes[end - 1];
        position += end - from;
    }

    /** A boundary: what is in the part that it belongs to has ended. All headers before it must have been told of. */
    void cut(Boundaries.Delimiter delimiter, byte[] bytes, int from, int end) {
        OpenPart part = delimiter.part();
        while (top() != part) {
            close(top(), true);
        }
        pass(bytes, from, end);
        part.sink = null;
        if (delimiter.closing()) {
            boundaries.close(part);
        } else if (parts < limits.parts()) {
            parts++;
            begin(part.child(position));
        } else {
            boundaries.forget();
            top = part.child(position);
            leaf(top, Entity.unread(), true);
        }
    }

    /** Nothing more comes. */
    void end() {
        while (top != null) {
            close(top, false);
        }
    }

    private void close(OpenPart part, boolean boundary) {
        boundaries.close(part);
        Part closed = part.closed(boundary, position, newline);
        byte[] text = part.text();
        String id = closed.id();
        if (text.length > 0 && id != null) {
            texts.put(id, text);
            textLeft -= text.length;
        }
        messages.remove(part);
        hang(part, closed);
    }

    private void hang(OpenPart part, Part closed) {
        OpenPart parent = part.parent;
        if (parent == null) {
            root = closed;
        } else if (parent.entity.isMultipart()) {
            parent.parts.add(closed);
        } else {
            parent.enclosed = closed;
        }
        top = parent;
    }
}
