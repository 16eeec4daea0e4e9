package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an mbox file (RFC 4155; quoted as {@code mboxrd} does): a message begins at a line {@code From …} with a date at its end, at
 * the beginning of the file or after an empty line, and that empty line belongs to the file. Of a line {@code >From }, with any
 * number of {@code >}, the first {@code >} is taken away. No {@code Content-Length} is believed. One thread.
 */
final class MboxReader {

    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] QUOTE = {'>'};
    private static final int LONGEST_FIELD = 8_192;
    private static final Set<String> FIELDS = Set.of("status", "x-status", "x-keywords");

    private final Window in;
    private final String file;
    private final List<String> folder;
    private final Taker taker;

    /** The message that is open; null between two. */
    private @Nullable OutputStream out;

    /** An empty line that has not been handed over, because it may belong to the file: its length. */
    private int held;

    private boolean header;

    /** Whether the line before was empty, or is none of the message. */
    private boolean apart = true;

    /**
     * Reads nothing yet.
     *
     * @param file what people know the file by
     * @param folder where its messages go
     */
    MboxReader(Window in, String file, List<String> folder, Taker taker) {
        this.in = in;
        this.file = file;
        this.folder = folder;
        this.taker = taker;
    }

    /** Hands over its messages. */
    void read() throws IOException {
        long told = 0;
        try {
            while (in.has(1) && blank() > 0) {
                in.skip(blank());
            }
            if (in.has(1) && !in.starts(FROM)) {
                taker.refuse(
                        new Origin(file, "byte " + in.offset()),
                        "it does not begin with a From line: it is no mbox file");
                return;
            }
            while (in.has(1)) {
                message();
                taker.advance(in.offset() - told);
                told = in.offset();
            }
        } catch (Unreadable e) {
            if (out == null) {
                taker.refuse(new Origin(file, "byte " + in.offset()), e.reason());
            } else {
                taker.drop(e.reason());
            }
        }
    }

    private void message() throws IOException {
        Origin origin = new Origin(file, "byte " + in.offset());
        int length = in.line(FromLine.LONGEST);
        FromLine from = FromLine.of(length < 0 ? "" : in.text(0, length));
        skipLine();
        Optional<LeadingFields> own = LeadingFields.take(in);
        StatusFields fields = new StatusFields();
        OutputStream to = taker.begin(folder, origin);
        out = own.isPresent() ? new FinalNewline(to, own.get().size()) : to;
        held = 0;
        header = true;
        apart = true;
        while (in.has(1) && !(apart && next())) {
            line(out, fields);
        }
        out = null;
        taker.end(new Marks(
                own.map(LeadingFields::words).orElse(fields.words()),
                from.date().orElse(null)));
    }

    private void skipLine() throws Unreadable {
        boolean ended = false;
        for (int piece = in.piece(); piece > 0 && !ended; piece = ended ? 0 : in.piece()) {
            ended = in.endsLine(piece);
            in.skip(piece);
        }
    }

    /** Whether the next message begins here. */
    private boolean next() throws Unreadable {
        if (!in.starts(FROM)) {
            return false;
        }
        int length = in.line(FromLine.LONGEST);
        return length > 0 && FromLine.of(in.text(0, length)).dated();
    }

    private int blank() throws Unreadable {
        if (in.has(1) && in.at(0) == '\n') {
            return 1;
        }
        return in.has(2) && in.at(0) == '\r' && in.at(1) == '\n' ? 2 : 0;
    }

    private void line(OutputStream to, StatusFields fields) throws IOException {
        if (held > 0) {
            to.write(held == 1 ? "\n".getBytes(StandardCharsets.US_ASCII) : "\r\n".getBytes(StandardCharsets.US_ASCII));
            header = false;
        }
        held = blank();
        apart = held > 0;
        if (apart) {
            in.skip(held);
            return;
        }
        if (header) {
            look(fields);
        }
        unquote(to);
        boolean ended = false;
        for (int piece = in.piece(); piece > 0 && !ended; piece = ended ? 0 : in.piece()) {
            ended = in.endsLine(piece);
            in.send(piece, to);
        }
    }

    /** Flags stand in the header. */
    private void look(StatusFields fields) throws Unreadable {
        int length = in.line(LONGEST_FIELD);
        String line = length < 0 ? "" : in.text(0, length);
        int colon = line.indexOf(':');
        if (colon > 0 && FIELDS.contains(line.substring(0, colon).toLowerCase(Locale.ROOT))) {
            fields.line(line);
        }
    }

    /** One {@code >} is held back until it is known what follows all of them. */
    private void unquote(OutputStream to) throws IOException {
        if (!in.starts(QUOTE)) {
            return;
        }
        in.skip(1);
        while (in.starts(QUOTE)) {
            in.send(1, to);
        }
        if (!in.starts(FROM)) {
            to.write(QUOTE);
        }
    }
}
