package svc.cap.mail.email;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetBatch.Create;
import svc.api.jmap.type.SetPortions.Portion;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.compose.EmailComposition;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.message.ParsedMessage;
import svc.cap.mail.write.CreatedEmail;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailWriter;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageWriter;

/**
 * Creates emails from the properties of {@code Email/set} (RFC 8621 §4.6). Each message is composed, stored as a blob,
 * and inserted like an incoming message. Thread-safe.
 */
@Component(service = EmailCreation.class)
public final class EmailCreation {

    private static final Set<String> PLACED = Set.of("mailboxIds", "keywords", "receivedAt");
    private static final String RECEIVED = "receivedAt";
    private static final String MAILBOXES = "mailboxIds";

    private final EmailWriter emailWriter;
    private final AccountBlobs blobs;
    private final BlobAccess blobAccess;
    private final MessageParser parser;
    private final Clock clock;
    private final JmapLimits limits;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public EmailCreation(
            @Reference EmailWriter emailWriter,
            @Reference AccountBlobs blobs,
            @Reference BlobAccess blobAccess,
            @Reference MessageParser parser,
            @Reference Clock clock,
            @Reference JmapLimits limits) {
        this.emailWriter = emailWriter;
        this.blobs = blobs;
        this.blobAccess = blobAccess;
        this.parser = parser;
        this.clock = clock;
        this.limits = limits;
    }

    /**
     * A composed message that is stored as a blob.
     *
     * @param message the parsed message
     * @param keywords its keywords
     * @param labelled whether the client may set labels
     * @param received the "received at" time
     */
    record Composed(ParsedMessage message, Set<String> keywords, boolean labelled, Instant received) {}

    /** Composes the message of a create, stores its blob, and attaches it. Rejects a create with invalid properties. */
    void compose(Create create, SetBatch batch) {
        CallContext context = batch.context();
        MailV2Features features = MailV2Features.of(context.visibility());
        PropertyErrors errors = new PropertyErrors();
        create.attempt(() -> {
            Map<String, @Nullable Object> given = create.properties();
            Optional<Boolean> pinned = given.containsKey(MailV2Features.PINNED)
                    ? errors.check(() -> EmailPropertyValidation.pinned(given.get(MailV2Features.PINNED)))
                    : Optional.empty();
            Optional<Set<String>> keywords = errors.check(() -> EmailPatch.keywords(given.get("keywords"), pinned));
            if (features.labels() && given.get(MailV2Features.LABELS) != null) {
                errors.attempt(() -> PROPERTIES.set(MailV2Features.LABELS, given.get(MailV2Features.LABELS)));
            }
            errors.attempt(() -> EmailPropertyValidation.requireMailbox(given.get(MAILBOXES)));
            Optional<Instant> received = errors.check(
                            () -> PROPERTIES.optional(RECEIVED, given.get(RECEIVED), PROPERTIES::utcDate))
                    .orElse(Optional.empty());
            Map<String, @Nullable Object> properties = new LinkedHashMap<>(given);
            properties.keySet().removeIf(name -> PLACED.contains(name) || features.sets(name));
            Optional<MessageDraft> message = errors.check(() -> draft(properties, context));
            errors.throwIfAny();
            if (!create.hasInvalidProperties()) {
                checkRights(given, keywords.orElseThrow(), context);
                create.attach(new Composed(
                        stored(message.orElseThrow(), context),
                        keywords.orElseThrow(),
                        features.labels(),
                        received.orElse(batch.now())));
            }
        });
    }

    /** Checks the rights of a caller who does not see all mailboxes, before the message is stored in the account. */
    private static void checkRights(Map<String, @Nullable Object> given, Set<String> keywords, CallContext context) {
        SharedEmailRights rights = SharedEmailRights.of(context.reach());
        if (!rights.visible().isAll()) {
            rights.checkCreate(
                    EmailPropertyValidation.mailboxes(given.get(MAILBOXES), id -> id),
                    keywords,
                    EmailPropertyValidation.labels(given.get(MailV2Features.LABELS), id -> id));
        }
    }

    private MessageDraft draft(Map<String, @Nullable Object> properties, CallContext context) {
        try {
            return EmailComposition.of(
                    properties, id -> blobAccess.find(context.caller(), context.reach(), id), limits.maxSizeUpload());
        } catch (CorruptBlobException e) {
            throw new SetError("blobNotFound", "The data of a blob is missing or damaged.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ParsedMessage stored(MessageDraft message, CallContext context) {
        try {
            return parse(store(message, context), context.reach().account());
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(context.reach()));
        } catch (StorageFullException e) {
            throw new MethodError("serverUnavailable", "The storage of the server is full.");
        } catch (CorruptBlobException e) {
            throw new SetError("blobNotFound", "The data of a blob is missing or damaged.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BlobId store(MessageDraft message, CallContext context) throws IOException {
        Account account = context.reach().account();
        MessageWriter writer =
                new MessageWriter(clock, random, hostName(context.caller().account()));
        try (BlobWriter draft = blobs.newBlob(account)) {
            try (OutputStream out = draft.out()) {
                writer.write(message, out);
            }
            return blobs.keep(account, context.caller().account(), draft);
        }
    }

    private static String hostName(Account account) {
        return account.email().substring(account.email().indexOf('@') + 1);
    }

    private ParsedMessage parse(BlobId id, Account account) throws IOException {
        StoredBlob stored = blobs.find(account, id)
                .orElseThrow(() -> new IOException("The blob of the composed message is missing"));
        return parser.read(stored)
                .orElseThrow(() -> new IllegalStateException("The composed message has no header field"))
                .message();
    }

    /** Inserts the composed messages of a portion. */
    void apply(Transaction tx, Portion portion) {
        List<Create> creates = new ArrayList<>();
        List<EmailInsert> entries = new ArrayList<>();
        for (Create create : portion.creates()) {
            try {
                Composed composed = (Composed) create.attachment().orElseThrow();
                Set<Long> mailboxes =
                        EmailPropertyValidation.mailboxes(create.properties().get(MAILBOXES), id -> id);
                Set<Long> labels = composed.labelled()
                        ? EmailPropertyValidation.labels(create.properties().get(MailV2Features.LABELS), id -> id)
                        : Set.of();
                entries.add(new EmailInsert(
                        composed.message(), mailboxes, composed.keywords(), labels, composed.received()));
                creates.add(create);
            } catch (SetError e) {
                create.reject(e);
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        refuseBeyond(tx, portion.of(), creates, entries);
        List<CreatedEmail> added = emailWriter.add(tx, entries);
        for (int i = 0; i < entries.size(); i++) {
            creates.get(i).created(added.get(i).n(), members(entries.get(i).message(), added.get(i)));
        }
    }

    /** Rejects the messages that exceed the quota, because the quota can have changed since their blobs were stored. */
    private void refuseBeyond(Transaction tx, SetBatch batch, List<Create> creates, List<EmailInsert> entries) {
        Map<BlobId, OverQuotaException> beyond = blobs.exceedingQuota(
                tx, entries.stream().map(entry -> entry.message().blob()).toList());
        for (int i = entries.size() - 1; i >= 0 && !beyond.isEmpty(); i--) {
            OverQuotaException cause = beyond.get(entries.get(i).message().blob());
            if (cause != null) {
                creates.remove(i)
                        .reject(SetError.overQuota(
                                cause.messageFor(batch.context().reach())));
                entries.remove(i);
            }
        }
    }

    private static Map<String, @Nullable Object> members(ParsedMessage message, CreatedEmail added) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("blobId", message.blob().toString());
        members.put("threadId", ObjectId.format(ThreadType.LETTER, added.thread()));
        members.put("size", message.size());
        return members;
    }
}
