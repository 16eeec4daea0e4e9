package svc.cap.mail;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.identity.Account;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.mime.Draft;
import svc.mime.MessageWriter;

/**
 * Makes messages of what clients describe (RFC 8621 §4.6): each is composed and kept as a blob, and arrives like any other. Any
 * thread.
 */
@Component(service = EmailCreation.class)
public final class EmailCreation {

    private static final Set<String> PLACED = Set.of("mailboxIds", "keywords", "receivedAt");
    private static final Set<String> SERVER_SET =
            Set.of("id", "blobId", "threadId", "size", "hasAttachment", "preview");

    private final Ledger ledger;
    private final Blobs blobs;
    private final BlobSight sight;
    private final Arrivals arrivals;
    private final Clock clock;
    private final JmapLimits limits;
    private final SecureRandom random = new SecureRandom();

    /** Keeps them here. */
    @Activate
    public EmailCreation(
            @Reference Ledger ledger,
            @Reference Blobs blobs,
            @Reference BlobSight sight,
            @Reference Arrivals arrivals,
            @Reference Clock clock,
            @Reference JmapLimits limits) {
        this.ledger = ledger;
        this.blobs = blobs;
        this.sight = sight;
        this.arrivals = arrivals;
        this.clock = clock;
        this.limits = limits;
    }

    /**
     * A message that is kept as a blob and may arrive.
     *
     * @param arrival what it brings
     * @param keywords its keywords
     * @param labelled whether what the client says of labels counts
     * @param received when it shall have been received
     */
    record Composed(Arrival arrival, Set<String> keywords, boolean labelled, Instant received) {}

    /**
     * Composes a message and keeps it.
     *
     * @throws SetError what is wrong with it
     */
    Composed composed(Map<String, @Nullable Object> given, SetBatch batch) {
        refuseServerSet(given);
        SecondSurface surface = SecondSurface.of(batch::shows);
        Set<String> keywords = Given.keywords(given.get("keywords"));
        if (given.containsKey(SecondSurface.PINNED) && surface.sets(SecondSurface.PINNED)) {
            keywords = Given.pinned(keywords, given.get(SecondSurface.PINNED));
        }
        if (!(given.get("mailboxIds") instanceof Map<?, ?> mailboxes) || mailboxes.isEmpty()) {
            throw Given.noMailbox();
        }
        Object received = given.get("receivedAt");
        Instant at = received == null ? batch.now() : Given.utc("receivedAt", received);
        Map<String, @Nullable Object> message = new LinkedHashMap<>(given);
        message.keySet().removeIf(name -> PLACED.contains(name) || surface.sets(name));
        try {
            Draft draft = EmailComposition.of(
                    message, id -> sight.find(batch.caller(), batch.reach(), id), limits.maxSizeUpload());
            return new Composed(arrival(keep(draft, batch), batch.reach().account()), keywords, surface.labels(), at);
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(batch.reach()));
        } catch (NoRoom e) {
            throw new MethodError("serverUnavailable", "There is no room for the message now.");
        } catch (BlobDamaged e) {
            throw new SetError("blobNotFound", "The bytes of a blob are lost or damaged.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refuseServerSet(Map<String, @Nullable Object> given) {
        List<String> wrong =
                given.keySet().stream().filter(SERVER_SET::contains).toList();
        if (!wrong.isEmpty()) {
            throw SetError.invalidProperties(wrong, "The server alone sets these.");
        }
    }

    private BlobId keep(Draft message, SetBatch batch) throws IOException {
        Account account = batch.reach().account();
        MessageWriter writer =
                new MessageWriter(clock, random, host(batch.caller().account()));
        try (BlobStore.Draft draft = blobs.draft(account)) {
            try (OutputStream out = draft.out()) {
                writer.write(message, out);
            }
            return blobs.keep(account, batch.caller().account(), draft);
        }
    }

    private static String host(Account account) {
        return account.email().substring(account.email().indexOf('@') + 1);
    }

    private Arrival arrival(BlobId id, Account account) throws IOException {
        BlobStore.Stored stored =
                blobs.find(account, id).orElseThrow(() -> new IOException("The message is gone that was just kept"));
        return arrivals.read(stored)
                .orElseThrow(() -> new IllegalStateException("A message was composed without a header field"))
                .arrival();
    }

    /** Lets them arrive. */
    void apply(Transaction tx, SetBatch batch) {
        List<SetBatch.Create> creates = new ArrayList<>();
        List<Email.Entry> entries = new ArrayList<>();
        for (SetBatch.Create create : batch.creates()) {
            try {
                Composed composed = (Composed) create.kept().orElseThrow();
                Set<Long> mailboxes = Given.mailboxes(create.properties().get("mailboxIds"), id -> id);
                Set<Long> labels = composed.labelled()
                        ? Given.labels(create.properties().get(SecondSurface.LABELS), id -> id)
                        : Set.of();
                entries.add(new Email.Entry(
                        composed.arrival(), mailboxes, composed.keywords(), labels, composed.received()));
                creates.add(create);
            } catch (SetError e) {
                create.refuse(e);
            }
        }
        refuseBeyond(tx, batch, creates, entries);
        if (entries.isEmpty()) {
            return;
        }
        List<Email.Added> added = ledger.add(tx, entries);
        for (int i = 0; i < entries.size(); i++) {
            creates.get(i).done(added.get(i).n(), members(entries.get(i).arrival(), added.get(i)));
        }
    }

    /** Between keeping and booking the limit may have been lowered. */
    private void refuseBeyond(
            Transaction tx, SetBatch batch, List<SetBatch.Create> creates, List<Email.Entry> entries) {
        Map<BlobId, OverQuota> beyond = blobs.beyond(
                tx, entries.stream().map(entry -> entry.arrival().blob()).toList());
        for (int i = entries.size() - 1; i >= 0 && !beyond.isEmpty(); i--) {
            OverQuota why = beyond.get(entries.get(i).arrival().blob());
            if (why != null) {
                creates.remove(i).refuse(SetError.overQuota(why.told(batch.reach())));
                entries.remove(i);
            }
        }
    }

    private static Map<String, @Nullable Object> members(Arrival arrival, Email.Added added) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("blobId", arrival.blob().toString());
        members.put("threadId", ObjectId.text(MailThread.LETTER, added.thread()));
        members.put("size", arrival.size());
        return members;
    }
}
