package svc.mime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open parts of a scan, and the results of the parts that have ended. {@link MessageScan} calls the methods of this
 * class for headers, bytes and boundaries in the order of the message.
 */
final class OpenParts {

    /**
     * Maximum nesting of messages that are parsed. It is limited, because each level hashes all bytes that it contains.
     */
    private static final int MAX_MESSAGES = 10;

    private static final int BUFFER = 4_096;
    private static final int ALL_TEXT = 4;

    private final ReadLimits limits;
    private final ReadOptions options;
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

    OpenParts(ReadLimits limits, ReadOptions options) {
        this.limits = limits;
        this.options = options;
        this.textLeft = (long) ALL_TEXT * options.text();
    }

    /** Returns whether the next bytes belong to a header. */
    boolean inHeader() {
        return inHeader;
    }

    /** Returns whether the message is complete. */
    boolean ended() {
        return root != null;
    }

    /** Returns the parsed message. */
    Message message() {
        Part whole = root;
        if (whole == null) {
            throw new IllegalStateException("the scan ended before its root part");
        }
        return new Message(whole, position, Map.copyOf(texts));
    }

    private OpenPart top() {
        OpenPart part = top;
        if (part == null) {
            throw new IllegalStateException("the scan has been finished");
        }
        return part;
    }

    /** Returns the delimiter in this line; null if there is none. */
    Boundaries.@Nullable Delimiter delimiter(byte[] bytes, int from, int end) {
        return boundaries.isEmpty() ? null : boundaries.find(bytes, from, end);
    }

    /** Returns whether any open part has a boundary. */
    boolean areDelimited() {
        return !boundaries.isEmpty();
    }

    /**
     * Ends the header of the innermost part.
     *
     * @param opaque whether the header was too long to determine the type of the part
     */
    void header(Headers headers, boolean opaque) {
        OpenPart part = top();
        inHeader = false;
        part.body = position;
        Entity read = Entity.of(headers, part.inDigest);
        boolean tooDeep = part.depth >= limits.depth();
        part.entity = opaque || (tooDeep && read.isMultipart()) ? read.opaque() : read;
        boolean multipart = part.entity.isMultipart();
        String boundary = part.entity.boundary();
        if (multipart && boundary != null) {
            boundaries.open(boundary, part);
            part.sink = sink(part, TransferEncoding.NONE, true);
        } else {
            leaf(part, multipart ? part.entity.plain() : part.entity, tooDeep);
        }
    }

    /** Handles a message without a header: the bytes that were read as header are the beginning of the body. */
    void noHeader(byte[] bytes, int length) {
        header(Headers.NONE, false);
        OpenPart part = top();
        part.body = part.from;
        BodySink sink = part.sink;
        if (sink != null) {
            sink.write(bytes, 0, length);
        }
    }

    private void leaf(OpenPart part, Entity entity, boolean tooDeep) {
        part.entity = entity;
        part.id = part.numbers.next();
        part.sink = sink(part, entity.encoding(), entity.type().startsWith("text/"));
        boolean read = !tooDeep && entity.isMessage() && entity.encoding() == TransferEncoding.NONE;
        if (read && part.messages < MAX_MESSAGES && parts < limits.parts()) {
            parts++;
            messages.add(part);
            begin(part.message());
        }
    }

    private BodySink sink(OpenPart part, TransferEncoding encoding, boolean text) {
        long limit = text && part.messages == 0 ? Math.min(options.text(), textLeft) : 0;
        return new BodySink(encoding, options.hashes(), (int) limit, buffer);
    }

    private void begin(OpenPart part) {
        top = part;
        inHeader = true;
    }

    /** Adds bytes to the body of the innermost part. */
    void deliver(byte[] bytes, int from, int end) {
        pass(bytes, from, end);
        BodySink sink = top().sink;
        if (sink != null) {
            sink.write(bytes, from, end);
        }
    }

    /**
     * Advances the position past bytes, and adds the bytes to the bodies of the enclosing messages, which include
     * headers and boundaries.
     */
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

    /**
     * Handles a boundary: ends all parts inside the part to which the boundary belongs. The caller has already ended
     * all headers before the boundary.
     */
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

    /** Ends all parts at the end of the message. */
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
        attach(part, closed);
    }

    private void attach(OpenPart part, Part closed) {
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
