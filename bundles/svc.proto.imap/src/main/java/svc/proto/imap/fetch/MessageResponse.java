package svc.proto.imap.fetch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.mime.Part;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.FetchItem.Binary;
import svc.proto.imap.command.FetchItem.BinarySize;
import svc.proto.imap.command.FetchItem.Body;
import svc.proto.imap.command.FetchItem.Preview;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.grammar.Dates;
import svc.proto.imap.message.MessageStructure;
import svc.proto.imap.response.ResponseWriter;

/** Writes the FETCH responses of a chunk (RFC 9051 §7.5.2). */
final class MessageResponse {

    private final ResponseWriter out;
    private final FetchRows rows;
    private final FlagsResponse.Names names;

    MessageResponse(ResponseWriter out, FetchRows rows, FlagsResponse.Names names) {
        this.out = out;
        this.rows = rows;
        this.names = names;
    }

    /**
     * A message that was opened.
     *
     * @param root its parts
     * @param content its octets
     */
    record OpenMessage(Part root, MessageContent content) {}

    /**
     * Writes the response of a message.
     *
     * @param number the message number
     * @param items the items, at least one
     * @param structure the structure, if an item needs it
     * @param message the message, if an item needs it
     */
    void write(
            long number,
            UidEmail email,
            List<FetchItem> items,
            @Nullable StoredStructure structure,
            @Nullable OpenMessage message)
            throws IOException {
        out.raw("* ").number(number).raw(" FETCH ");
        String before = "(";
        for (FetchItem item : items) {
            out.raw(before);
            before = " ";
            if (item instanceof Simple simple) {
                out.raw(simple.wireName()).raw(" ");
                simple(simple, email, structure, message);
            } else if (item instanceof Preview) {
                out.raw("PREVIEW ").string(rows.previews().getOrDefault(email.n(), ""));
            } else {
                content(item, requireNonNull(message));
            }
        }
        out.raw(")");
        out.end();
    }

    private void content(FetchItem item, OpenMessage message) throws IOException {
        SectionWriter sections = new SectionWriter(out, message.root(), message.content());
        if (item instanceof Body body) {
            sections.body(body);
        } else if (item instanceof Binary binary) {
            sections.binary(binary);
        } else if (item instanceof BinarySize size) {
            sections.binarySize(size);
        }
    }

    private void simple(Simple item, UidEmail email, @Nullable StoredStructure structure, @Nullable OpenMessage message)
            throws IOException {
        switch (item) {
            case UID -> out.number(email.uid());
            case FLAGS -> out.raw(names.of(email));
            case MODSEQ ->
                out.raw("(")
                        .number(rows.modseqs().getOrDefault(email.uid(), 1L))
                        .raw(")");
            case INTERNALDATE -> date(email.received());
            case SAVEDATE -> date(email.saved());
            case RFC822_SIZE -> out.number(email.size());
            case EMAILID ->
                out.raw("(")
                        .raw(ObjectId.format(
                                MailStore.LETTER, rows.firstNumbers().getOrDefault(email.n(), email.n())))
                        .raw(")");
            // A thread changes when threads merge, but the THREADID of a message must not (RFC 8474 §5.2).
            case THREADID -> out.raw("NIL");
            case ENVELOPE -> out.raw(requireNonNull(structure).envelope());
            case BODYSTRUCTURE -> out.raw(requireNonNull(structure).structure());
            case BODY -> {
                OpenMessage opened = requireNonNull(message);
                out.raw(MessageStructure.body(opened.root(), opened.content()));
            }
        }
    }

    private void date(long seconds) throws IOException {
        out.raw("\"")
                .raw(Dates.text(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC)))
                .raw("\"");
    }
}
