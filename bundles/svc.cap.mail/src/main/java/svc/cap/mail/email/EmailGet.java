package svc.cap.mail.email;

import static svc.cap.mail.capability.MailV2Features.HASH;
import static svc.cap.mail.capability.MailV2Features.LABELS;
import static svc.cap.mail.capability.MailV2Features.PINNED;

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
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.type.TypeSource.ObjectSink;
import svc.api.jmap.type.TypeSource.ReadTask;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.message.BodyStructureCodec;
import svc.cap.mail.message.EmailContent;
import svc.cap.mail.message.EmailProperties;
import svc.cap.mail.message.StoredMessage;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.LabelKeyword;

/**
 * Reads emails for a client. First it reads the immutable data and the requested bytes. Then it reads mailboxes and
 * keywords in the snapshot of the response. Not thread-safe.
 */
final class EmailGet implements ReadTask {

    /** The properties that are read from the row of the email in the snapshot of the response. */
    private static final Set<String> OF_ROW =
            Set.of("threadId", "size", "receivedAt", "hasAttachment", "keywords", "mailboxIds", LABELS, PINNED);

    /** The properties that are derived from the stored keywords of an email; labels are stored among the keywords. */
    private static final Set<String> OF_WORDS = Set.of("keywords", LABELS, PINNED);

    private static final Logger LOG = LoggerFactory.getLogger(EmailGet.class);

    private final Collection<Long> numbers;
    private final EmailProperties requested;
    private final VisibleContainers visible;
    private final boolean needStructure;
    private final boolean needTexts;
    private final boolean needWords;
    private final boolean needMailboxes;
    private final Map<Long, EmailContent> fetched = new HashMap<>();
    private Map<Long, StoredMessage> texts = Map.of();

    /**
     * Creates a read.
     *
     * @param visible the mailboxes and labels that the caller sees
     */
    EmailGet(Collection<Long> numbers, EmailProperties requested, VisibleContainers visible) {
        this.visible = visible;
        this.numbers = numbers;
        this.requested = requested;
        this.needStructure = requested.needStructure();
        this.needTexts = needStructure || !OF_ROW.containsAll(requested.names());
        this.needWords = requested.hasAny(OF_WORDS);
        this.needMailboxes = requested.has("mailboxIds");
    }

    /** Reads the requested parts of the messages from their blobs. Call it outside a store callback. */
    EmailGet fetch(Store store, Scope scope, Bytes bytes) {
        if (!requested.needBytes() || numbers.isEmpty()) {
            return this;
        }
        Map<Long, StoredBlob> stored = new HashMap<>();
        texts = store.read(scope, snapshot -> {
            Map<Long, StoredMessage> whole = StoredMessage.withStructure(snapshot.sql(), numbers);
            // The blobs are found in the same store callback, because a second callback would cost more.
            whole.forEach((n, text) -> bytes.known(text.blob()).ifPresent(found -> stored.put(n, found)));
            return whole;
        });
        texts.forEach((n, text) -> fetched.put(n, fetch(text, stored.get(n), bytes)));
        return this;
    }

    /** Finds the blobs of messages. */
    interface Bytes {

        /** Returns a stored blob. Returns empty if the blob is missing. */
        Optional<StoredBlob> known(BlobId blob);

        /**
         * Searches again for a blob that is missing or damaged. If the blob remains missing or damaged, reports this to
         * the operator.
         */
        Optional<StoredBlob> find(BlobId blob) throws IOException;
    }

    /**
     * Reads the requested parts of one message. If its bytes are lost, the result contains only the values from the
     * tables. Other emails of the call are not affected (BLOB-10).
     */
    private EmailContent fetch(StoredMessage text, @Nullable StoredBlob kept, Bytes bytes) {
        try {
            if (kept != null) {
                return content(text).fetch(kept::send);
            }
        } catch (IOException e) {
            LOG.debug("Retrying to read the data of a message", e);
        }
        try {
            Optional<StoredBlob> blob = bytes.find(text.blob());
            if (blob.isPresent()) {
                return content(text).fetch(blob.get()::send);
            }
        } catch (IOException e) {
            LOG.debug("The data of a message is missing", e);
        }
        return content(text).withoutBytes();
    }

    private EmailContent content(StoredMessage text) {
        return new EmailContent(
                requested, text.summary(), needStructure ? BodyStructureCodec.decode(text.structure()) : null);
    }

    @Override
    public void read(Snapshot snapshot, ObjectSink objects) {
        Sql sql = snapshot.sql();
        Map<Long, EmailRows.Email> rows = EmailRows.find(sql, numbers);
        if (needTexts && texts.isEmpty()) {
            texts = needStructure ? StoredMessage.withStructure(sql, numbers) : StoredMessage.summaries(sql, numbers);
        }
        Map<Long, Set<Long>> mailboxes = needMailboxes ? InMailboxRows.of(sql, numbers) : Map.of();
        Map<Long, Map<Long, String>> words = needWords ? KeywordDictionaryRows.of(sql, more(rows)) : Map.of();
        for (Long n : numbers) {
            EmailRows.Email row = rows.get(n);
            StoredMessage text = texts.get(n);
            if (row != null && (text != null || !needTexts)) {
                JsonWriter out = objects.begin(n);
                write(out, row);
                if (needMailboxes) {
                    Set<Long> visibleMailboxes = visible.among(mailboxes.getOrDefault(n, Set.of()));
                    writeIds(out.name("mailboxIds"), Mailbox.LETTER, visibleMailboxes);
                }
                if (needWords) {
                    write(out, row.flags(), words.getOrDefault(n, Map.of()).values());
                }
                if (text != null) {
                    write(out, n, text);
                }
                objects.end();
            }
        }
    }

    private void write(JsonWriter out, int flags, Collection<String> words) {
        Set<String> keywords = Flags.keywords(flags);
        Set<Long> labels = visible.labelsAmong(LabelKeyword.splitLabels(words, keywords));
        if (requested.has("keywords")) {
            out.name("keywords").beginObject();
            keywords.forEach(keyword -> out.name(keyword).bool(true));
            out.end();
        }
        if (requested.has(LABELS)) {
            writeIds(out.name(LABELS), Label.LETTER, labels);
        }
        if (requested.has(PINNED)) {
            out.name(PINNED).bool(keywords.contains(MailV2Features.PIN));
        }
    }

    private static List<Long> more(Map<Long, EmailRows.Email> rows) {
        return rows.values().stream()
                .filter(row -> (row.flags() & Flags.MORE) != 0)
                .map(EmailRows.Email::n)
                .toList();
    }

    private void write(JsonWriter out, EmailRows.Email row) {
        if (requested.has("threadId")) {
            out.stringMember("threadId", ObjectId.format(ThreadType.LETTER, row.thread()));
        }
        if (requested.has("size")) {
            out.name("size").number(row.size());
        }
        if (requested.has("receivedAt")) {
            out.stringMember("receivedAt", Instant.ofEpochSecond(row.received()).toString());
        }
        if (requested.has("hasAttachment")) {
            out.name("hasAttachment").bool((row.flags() & Flags.ATTACHMENT) != 0);
        }
    }

    private void write(JsonWriter out, long n, StoredMessage text) {
        if (requested.has("blobId")) {
            out.stringMember("blobId", text.blob().toString());
        }
        if (requested.has(HASH)) {
            out.stringMember(HASH, HexFormat.of().formatHex(text.blob().sha256()));
        }
        EmailContent content = fetched.get(n);
        (content == null ? content(text) : content).write(out);
    }

    /** Writes a set of ids in the JMAP form: an object whose members are true. */
    private static void writeIds(JsonWriter out, char letter, Set<Long> numbers) {
        out.beginObject();
        numbers.forEach(n -> out.name(ObjectId.format(letter, n)).bool(true));
        out.end();
    }
}
