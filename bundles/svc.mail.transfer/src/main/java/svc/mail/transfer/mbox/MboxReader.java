package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.mail.transfer.format.LookaheadInput;
import svc.mail.transfer.format.MessageMetadata;
import svc.mail.transfer.format.MessageSink;
import svc.mail.transfer.format.Origin;
import svc.mail.transfer.format.UnreadableFileException;

/**
 * Reads an mbox file (RFC 4155, with {@code mboxrd} quoting). A message starts with a line {@code From …} that ends
 * with a date. This line is at the start of the file or follows an empty line, which is not part of the previous
 * message. If a line begins with one or more {@code >} and then {@code From }, the first {@code >} is removed.
 * {@code Content-Length} is ignored, because it is unreliable. Not thread-safe.
 */
final class MboxReader {

    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] QUOTE = {'>'};
    private static final int LONGEST_FIELD = 8_192;
    private static final Set<String> FIELDS = Set.of("status", "x-status", "x-keywords");

    private final LookaheadInput in;
    private final String file;
    private final List<String> folder;
    private final MessageSink sink;

    /** The current message; null between messages. */
    private @Nullable OutputStream out;

    /** The length of an empty line that was not written yet. It may be the separator of two messages. */
    private int buffered;

    private boolean header;

    /** Whether a new message may start: the previous line is empty or not part of a message. */
    private boolean apart = true;

    /**
     * Creates a reader.
     *
     * @param file the file name for error reports
     * @param folder the path of the mailbox
     */
    MboxReader(LookaheadInput in, String file, List<String> folder, MessageSink sink) {
        this.in = in;
        this.file = file;
        this.folder = folder;
        this.sink = sink;
    }

    /** Sends the messages to the sink. */
    void read() throws IOException {
        long told = 0;
        try {
            while (in.isAvailable(1) && blank() > 0) {
                in.skip(blank());
            }
            if (in.isAvailable(1) && !in.startsWith(FROM)) {
                sink.refuse(
                        new Origin(file, "byte " + in.offset()),
                        "it is not an mbox file: it does not begin with a From line");
                return;
            }
            while (in.isAvailable(1)) {
                message();
                sink.advance(in.offset() - told);
                told = in.offset();
            }
        } catch (UnreadableFileException e) {
            if (out == null) {
                sink.refuse(new Origin(file, "byte " + in.offset()), e.reason());
            } else {
                sink.drop(e.reason());
            }
        }
    }

    private void message() throws IOException {
        Origin origin = new Origin(file, "byte " + in.offset());
        int length = in.line(FromLine.LONGEST);
        FromLine from = FromLine.of(length < 0 ? "" : in.text(0, length));
        skipLine();
        Optional<ExportFields> own = ExportFields.read(in);
        StatusFields fields = new StatusFields();
        OutputStream to = sink.begin(folder, origin);
        out = own.isPresent() ? new FinalNewline(to, own.get().size()) : to;
        buffered = 0;
        header = true;
        apart = true;
        while (in.isAvailable(1) && !(apart && next())) {
            line(out, fields);
        }
        out = null;
        sink.end(new MessageMetadata(
                own.map(ExportFields::words).orElse(fields.keywords()),
                from.date().orElse(null)));
    }

    private void skipLine() throws UnreadableFileException {
        boolean finished = false;
        for (int piece = in.buffered(); piece > 0 && !finished; piece = finished ? 0 : in.buffered()) {
            finished = in.endsLine(piece);
            in.skip(piece);
        }
    }

    /** Returns whether the next message starts here. */
    private boolean next() throws UnreadableFileException {
        if (!in.startsWith(FROM)) {
            return false;
        }
        int length = in.line(FromLine.LONGEST);
        return length > 0 && FromLine.of(in.text(0, length)).dated();
    }

    private int blank() throws UnreadableFileException {
        if (in.isAvailable(1) && in.at(0) == '\n') {
            return 1;
        }
        return in.isAvailable(2) && in.at(0) == '\r' && in.at(1) == '\n' ? 2 : 0;
    }

    private void line(OutputStream to, StatusFields fields) throws IOException {
        if (buffered > 0) {
            to.write(
                    buffered == 1
                            ? "\n".getBytes(StandardCharsets.US_ASCII)
                            : "\r\n".getBytes(StandardCharsets.US_ASCII));
            header = false;
        }
        buffered = blank();
        apart = buffered > 0;
        if (apart) {
            in.skip(buffered);
            return;
        }
        if (header) {
            look(fields);
        }
        unquote(to);
        boolean finished = false;
        for (int piece = in.buffered(); piece > 0 && !finished; piece = finished ? 0 : in.buffered()) {
            finished = in.endsLine(piece);
            in.send(piece, to);
        }
    }

    /** If the next line is a header field in which mail programs store flags, reads its flags. */
    private void look(StatusFields fields) throws UnreadableFileException {
        int length = in.line(LONGEST_FIELD);
        String line = length < 0 ? "" : in.text(0, length);
        int colon = line.indexOf(':');
        if (colon > 0 && FIELDS.contains(line.substring(0, colon).toLowerCase(Locale.ROOT))) {
            fields.line(line);
        }
    }

    /** Copies the leading {@code >} of a line. If {@code From } follows them, leaves one {@code >} out. */
    private void unquote(OutputStream to) throws IOException {
        if (!in.startsWith(QUOTE)) {
            return;
        }
        in.skip(1);
        while (in.startsWith(QUOTE)) {
            in.send(1, to);
        }
        if (!in.startsWith(FROM)) {
            to.write(QUOTE);
        }
    }
}
