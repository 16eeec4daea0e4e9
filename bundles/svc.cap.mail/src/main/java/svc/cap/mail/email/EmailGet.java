package svc.cap.mail;

import static svc.cap.mail.SecondSurface.HASH;
import static svc.cap.mail.SecondSurface.LABELS;
import static svc.cap.mail.SecondSurface.PINNED;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.jmap.TypeSource.ObjectSink;
import svc.api.jmap.TypeSource.Portion;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Store;

/**
 * Messages that a client gets: what never changes is looked up first, with the bytes that are wanted; then, on the snapshot of the
 * answer, where they are and their keywords. For one thread.
 */
final class EmailReading implements Portion {

    /** Where a message lies and what is marked: its row is read on the snapshot of the answer alone. */
    private static final Set<String> OF_ROW =
            Set.of("threadId", "size", "receivedAt", "hasAttachment", "keywords", "mailboxIds", LABELS, PINNED);

    /** Those that are found by the words of a message. */
    private static final Set<String> OF_WORDS = Set.of("keywords", LABELS, PINNED);

    private static final Logger LOG = LoggerFactory.getLogger(EmailReading.class);

    private final Collection<Long> numbers;
    private final EmailProperties wanted;
    private final boolean needStructure;
    private final boolean needTexts;
    private final Map<Long, EmailContent> fetched = new HashMap<>();
    private Map<Long, EmailText> texts = Map.of();

    EmailReading(Collection<Long> numbers, EmailProperties wanted) {
        this.numbers = numbers;
        this.wanted = wanted;
        this.needStructure = wanted.needStructure();
        this.needTexts = needStructure || !OF_ROW.containsAll(wanted.names());
    }

    /** Fetches what lies in the bytes of the messages, if the client wants something of it; outside any work of the store. */
    EmailReading fetch(Store store, Scope scope, Bytes bytes) {
        if (!wanted.needBytes() || numbers.isEmpty()) {
            return this;
        }
        Map<Long, Stored> stored = new HashMap<>();
        texts = store.read(scope, snapshot -> {
            Map<Long, EmailText> whole = EmailText.whole(snapshot.sql(), numbers);
            // Within the same work, so that it need not begin another to see who holds them.
            whole.forEach((n, text) -> bytes.kept(text.blob()).ifPresent(found -> stored.put(n, found)));
            return whole;
        });
        texts.forEach((n, text) -> fetched.put(n, fetch(text, stored.get(n), bytes)));
        return this;
    }

    /** Where the bytes of messages are found. */
    interface Bytes {

        /** Those that are kept. */
        Optional<Stored> kept(BlobId blob);

        /** The same once more, where they were missing or damaged; what stays lost is told to the operator. */
        Optional<Stored> sought(BlobId blob) throws IOException;
    }

    /** Of a message whose bytes are lost there is all that the tables have; it spoils nobody else's answer (BLOB-10). */
    private EmailContent fetch(EmailText text, @Nullable Stored kept, Bytes bytes) {
        try {
            if (kept != null) {
                return content(text).fetch(kept::send);
            }
        } catch (IOException e) {
            LOG.debug("The bytes of a message are looked for once more", e);
        }
        try {
            Optional<Stored> sought = bytes.sought(text.blob());
            if (sought.isPresent()) {
                return content(text).fetch(sought.get()::send);
            }
        } catch (IOException e) {
            LOG.debug("The bytes of a message stay lost", e);
        }
        return content(text).withoutBytes();
    }

    private EmailContent content(EmailText text) {
        return new EmailContent(wanted, text.summary(), needStructure ? Structure.decode(text.structure()) : null);
    }

    @Override
    public void read(Snapshot snapshot, ObjectSink objects) {
        Sql sql = snapshot.sql();
        Map<Long, EmailRows.Email> rows = EmailRows.among(sql, numbers);
        if (needTexts && texts.isEmpty()) {
            texts = needStructure ? EmailText.whole(sql, numbers) : EmailText.summaries(sql, numbers);
        }
        Map<Long, Set<Long>> mailboxes = wanted.has("mailboxIds") ? InMailboxRows.of(sql, numbers) : Map.of();
        Map<Long, Map<Long, String>> words = wanted.hasAny(OF_WORDS) ? WordRows.of(sql, more(rows)) : Map.of();
        for (Long n : numbers) {
            EmailRows.Email row = rows.get(n);
            EmailText text = texts.get(n);
            if (row != null && (text != null || !needTexts)) {
                JsonSink out = objects.begin(n);
                write(out, row);
                if (wanted.has("mailboxIds")) {
                    marked(out.name("mailboxIds"), ids(Mailbox.LETTER, mailboxes.getOrDefault(n, Set.of())));
                }
                if (wanted.hasAny(OF_WORDS)) {
                    write(out, row.flags(), words.getOrDefault(n, Map.of()).values());
                }
                if (text != null) {
                    write(out, n, text);
                }
                objects.end();
            }
        }
    }

    private void write(JsonSink out, int flags, Collection<String> words) {
        Set<String> keywords = Flags.keywords(flags);
        Set<Long> labels = LabelWord.divide(words, keywords);
        if (wanted.has("keywords")) {
            marked(out.name("keywords"), keywords);
        }
        if (wanted.has(LABELS)) {
            marked(out.name(LABELS), ids(Label.LETTER, labels));
        }
        if (wanted.has(PINNED)) {
            out.name(PINNED).truth(keywords.contains(SecondSurface.PIN));
        }
    }

    private static List<Long> more(Map<Long, EmailRows.Email> rows) {
        return rows.values().stream()
                .filter(row -> (row.flags() & Flags.MORE) != 0)
                .map(EmailRows.Email::n)
                .toList();
    }

    private void write(JsonSink out, EmailRows.Email row) {
        if (wanted.has("threadId")) {
            out.member("threadId", ObjectId.text(MailThread.LETTER, row.thread()));
        }
        if (wanted.has("size")) {
            out.name("size").number(row.size());
        }
        if (wanted.has("receivedAt")) {
            out.member("receivedAt", Instant.ofEpochSecond(row.received()).toString());
        }
        if (wanted.has("hasAttachment")) {
            out.name("hasAttachment").truth((row.flags() & Flags.ATTACHMENT) != 0);
        }
    }

    private void write(JsonSink out, long n, EmailText text) {
        if (wanted.has("blobId")) {
            out.member("blobId", text.blob().toString());
        }
        if (wanted.has(HASH)) {
            out.member(HASH, HexFormat.of().formatHex(text.blob().sha256()));
        }
        EmailContent content = fetched.get(n);
        (content == null ? content(text) : content).write(out);
    }

    private static List<String> ids(char letter, Collection<Long> numbers) {
        return numbers.stream().map(n -> ObjectId.text(letter, n)).toList();
    }

    /** A set as JMAP writes one. */
    private static void marked(JsonSink out, Collection<String> names) {
        out.object();
        names.forEach(name -> out.name(name).truth(true));
        out.end();
    }
}
