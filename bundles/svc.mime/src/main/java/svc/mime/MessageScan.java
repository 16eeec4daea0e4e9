package svc.mime;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message while its bytes are written into it. It holds a header, or a line that may be a boundary, and the part that it
 * is in; never a body. One thread at a time.
 */
public final class MessageScan extends OutputStream {

    /** A boundary and white space behind it; a longer line is none. */
    private static final int MAX_LINE = 2_048;
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
    private byte[] head = new byte[BUFFER];
    private int headed;
    private int lineFrom;

    /** A line that may be a boundary and has not ended yet. */
    private byte[] line = {};

    private int lined;

    private boolean fresh = true;
    private long position;
    private int newline;
    private byte last;
    private int parts = 1;
    private long headers;
    private long textLeft;

    MessageScan(ReadLimits limits, Intake intake) {
        this.limits = limits;
        this.intake = intake;
        this.textLeft = (long) ALL_TEXT * intake.text();
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (root != null) {
            throw new IllegalStateException("the message has been asked for");
        }
        feed(bytes, from, from + length);
    }

    /** What was read; nothing can be written after that. */
    public Message message() {
        Part whole = root;
        if (whole == null) {
            finish();
            whole = root;
        }
        if (whole == null) {
            throw new IllegalStateException("a scan ends with its root");
        }
        return new Message(whole, position, Map.copyOf(texts));
    }

    @Override
    public void close() {}

    private OpenPart top() {
        OpenPart part = top;
        if (part == null) {
            throw new IllegalStateException("the scan has ended");
        }
        return part;
    }

    private void feed(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (lined > 0) {
                at = line(bytes, at, end);
            } else if (inHeader) {
                at = header(bytes, at, end);
            } else {
                at = body(bytes, at, end);
            }
        }
    }

    private static int find(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return at < end ? at : -1;
    }

    /** Goes on with a line of which the beginning came before. */
    private int line(byte[] bytes, int from, int end) {
        int newlineAt = find(bytes, from, end);
        int stop = Math.min(newlineAt < 0 ? end : newlineAt + 1, from + MAX_LINE - lined);
        System.arraycopy(bytes, from, line, lined, stop - from);
        lined += stop - from;
        if (stop == newlineAt + 1 || lined == MAX_LINE) {
            int length = lined;
            lined = 0;
            feed(line, 0, length);
        }
        return stop;
    }

    private void keepLine(byte[] bytes, int from, int end) {
        if (line.length == 0) {
            line = new byte[MAX_LINE];
        }
        System.arraycopy(bytes, from, line, 0, end - from);
        lined = end - from;
    }

    /** Takes a line of a header, or the piece of it that has come. */
    private int header(byte[] bytes, int from, int end) {
        int newlineAt = find(bytes, from, end);
        int stop = newlineAt < 0 ? end : newlineAt + 1;
        if (headed + stop - from > Math.min(limits.header(), limits.headers() - headers)) {
            overflow();
            return from;
        }
        if (headed + stop - from > head.length) {
            head = Arrays.copyOf(head, Math.max(head.length * 2, headed + stop - from));
        }
        System.arraycopy(bytes, from, head, headed, stop - from);
        headed += stop - from;
        if (newlineAt >= 0) {
            headerLine();
        }
        return stop;
    }

    private void headerLine() {
        int from = lineFrom;
        Boundaries.Delimiter delimiter = boundaries.isEmpty() ? null : boundaries.find(head, from, headed);
        if (delimiter != null) {
            byte[] cut = Arrays.copyOfRange(head, from, headed);
            headed = from;
            endHeader(false);
            cut(delimiter, cut, 0, cut.length);
            return;
        }
        pass(head, from, headed);
        lineFrom = headed;
        if (headed - from == 1 || (headed - from == 2 && head[from] == '\r')) {
            endHeader(false);
        }
    }

    /** The header is too large: what has come of it is read, the rest is bytes. */
    private void overflow() {
        byte[] rest = Arrays.copyOfRange(head, lineFrom, headed);
        headed = lineFrom;
        endHeader(true);
        feed(rest, 0, rest.length);
    }

    private void endHeader(boolean opaque) {
        OpenPart part = top();
        headers += headed;
        inHeader = false;
        part.body = position;
        Entity read = Entity.of(Headers.of(Arrays.copyOf(head, headed)), part.inDigest);
        headed = 0;
        lineFrom = 0;
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
        fresh = true;
    }

    /** Takes what comes of a body up to a boundary, or all of it. */
    private int body(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (fresh && bytes[at] == '-' && (at + 1 == end || bytes[at + 1] == '-') && !boundaries.isEmpty()) {
                int newlineAt = find(bytes, at, Math.min(end, at + MAX_LINE));
                if (newlineAt < 0 && end - at < MAX_LINE) {
                    deliver(bytes, from, at);
                    keepLine(bytes, at, end);
                    return end;
                }
                Boundaries.Delimiter delimiter = newlineAt < 0 ? null : boundaries.find(bytes, at, newlineAt + 1);
                if (delimiter != null) {
                    deliver(bytes, from, at);
                    cut(delimiter, bytes, at, newlineAt + 1);
                    return newlineAt + 1;
                }
            }
            int newlineAt = find(bytes, at, end);
            fresh = newlineAt >= 0;
            at = fresh ? newlineAt + 1 : end;
        }
        deliver(bytes, from, end);
        return end;
    }

    private void deliver(byte[] bytes, int from, int end) {
        pass(bytes, from, end);
        BodySink sink = top().sink;
        if (sink != null) {
            sink.write(bytes, from, end);
        }
    }

    /** Goes past bytes, which the messages around get whatever they are. */
    private void pass(byte[] bytes, int from, int end) {
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

    /** A boundary: what is in the part that it belongs to has ended. */
    private void cut(Boundaries.Delimiter delimiter, byte[] bytes, int from, int end) {
        OpenPart part = delimiter.part();
        while (inHeader) {
            endHeader(false);
        }
        while (top() != part) {
            close(top(), true);
        }
        pass(bytes, from, end);
        part.sink = null;
        fresh = true;
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

    private void finish() {
        byte[] rest = inHeader ? Arrays.copyOfRange(head, lineFrom, headed) : Arrays.copyOf(line, lined);
        Boundaries.Delimiter delimiter = boundaries.isEmpty() ? null : boundaries.find(rest, 0, rest.length);
        lined = 0;
        if (inHeader && delimiter == null) {
            pass(rest, 0, rest.length);
        } else if (inHeader) {
            headed = lineFrom;
            endHeader(false);
        }
        if (delimiter != null) {
            cut(delimiter, rest, 0, rest.length);
        } else if (!inHeader && lineFrom == 0) {
            deliver(rest, 0, rest.length);
        }
        while (inHeader) {
            endHeader(false);
        }
        while (top != null) {
            close(top, false);
        }
    }

    private void close(OpenPart part, boolean boundary) {
        boundaries.close(part);
        long end = boundary ? Math.max(part.body, position - newline) : position;
        BodySink sink = part.sink;
        if (sink != null) {
            sink.end(boundary);
        }
        if (part.entity.isMultipart() && sink != null && sink.length() > 0) {
            part.entity = part.entity.plain();
            part.id = part.numbers.next();
        }
        Part.Section header = new Part.Section(part.from, part.body - part.from);
        Part closed;
        if (sink == null || part.entity.isMultipart()) {
            Part.Section body = new Part.Section(part.body, end - part.body);
            closed = part.entity.part(null, header, body, Entity.Found.NOTHING, List.copyOf(part.parts), null);
        } else {
            Part.Section body = new Part.Section(part.body, sink.length());
            closed = part.entity.part(part.id, header, body, sink.found(), List.of(), part.enclosed);
            keepText(part, sink);
        }
        messages.remove(part);
        hang(part, closed);
    }

    private void keepText(OpenPart part, BodySink sink) {
        byte[] kept = sink.kept();
        String id = part.id;
        if (kept.length > 0 && id != null) {
            texts.put(id, kept);
            textLeft -= kept.length;
        }
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
