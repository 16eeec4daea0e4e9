package svc.cap.mail.message;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.BlobRemoval;
import svc.blobs.account.QuotaEnforcement;
import svc.blobs.account.SharedTypes;
import svc.blobs.account.StoredAccountBlobs;
import svc.cap.mail.TestMessage;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.capability.ThreadsCapability;
import svc.cap.mail.email.EmailCreation;
import svc.cap.mail.email.EmailSet;
import svc.cap.mail.email.EmailSource;
import svc.cap.mail.label.LabelRemoval;
import svc.cap.mail.label.LabelType;
import svc.cap.mail.mailbox.DefaultMailboxes;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailboxset.MailboxSource;
import svc.cap.mail.mailboxset.TrashRoleChange;
import svc.cap.mail.query.EmailQueryPlanner;
import svc.cap.mail.thread.ThreadMerge;
import svc.cap.mail.thread.ThreadSource;
import svc.cap.mail.uid.UidEdits;
import svc.cap.mail.uid.UidStoreService;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.DeletedFlagWriter;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailWriter;
import svc.cap.mail.write.ThreadMerger;
import svc.cap.mail.write.UidAssignment;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MemoryBlobs;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/** The engine with mail on the real store. Messages are inserted without being parsed. */
public final class MailHome implements AutoCloseable {

    static final Instant DAY = TestMessage.DAY;

    /** An encoded summary without properties. */
    private static final byte[] NO_PROPERTIES = {0, 0};

    public final SettableWallClock clock = new SettableWallClock();
    public final Store store;
    private final SqliteStore closed;
    public final StoredAccountBlobs blobs;
    public final EmailWriter emailWriter;
    public final ThreadMerger threadMerger;
    public final JmapTestServer engine;
    public final UidStoreService uids;
    private int messages;

    public MailHome(Path directory) {
        this(directory, given -> given);
    }

    /** Creates the home with a wrapper around the store. */
    public MailHome(Path directory, UnaryOperator<Store> between) {
        closed = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(
                        directory, SqliteStore.class, StoredAccountBlobs.class, MailCapability.class)),
                clock);
        store = between.apply(closed);
        engine = new JmapTestServer(JmapTestServer.LIMITS, clock, store);
        QuotaEnforcement allowance = new QuotaEnforcement(engine.directory(), clock);
        MemoryBlobs bytes = new MemoryBlobs(clock);
        BlobRemoval taking = new BlobRemoval(store, bytes);
        blobs = new StoredAccountBlobs(
                store, bytes, new SharedTypes(), allowance, taking, clock, new SettableMaintenance());
        threadMerger = new ThreadMerger(store, blobs, clock);
        emailWriter = new EmailWriter(blobs, threadMerger);
        EmailQueryPlanner queries = new EmailQueryPlanner();
        LabelRemoval removal = new LabelRemoval(store, emailWriter);
        engine.register(new MailCapability(JmapTestServer.LIMITS, blobs, store));
        engine.register(new MailV2Capability());
        ContainerWatch watch = new ContainerWatch(store);
        engine.register(new MailboxSource(
                new DefaultMailboxes(store), emailWriter, new TrashRoleChange(store), watch, new UidAssignment(store)));
        uids = new UidStoreService(
                store,
                clock,
                new DefaultMailboxes(store),
                new UidAssignment(store),
                watch,
                new UidEdits(emailWriter, new DeletedFlagWriter(blobs, threadMerger, engine.json())),
                engine.json());
        engine.register(new ThreadSource(queries, threadMerger));
        engine.register(new ThreadsCapability(blobs, store));
        engine.register(new ThreadMerge(store, threadMerger, JmapTestServer.LIMITS));
        engine.register(
                new EmailSource(store, blobs, new NothingSeen(), queries, changes(), threadMerger, removal, watch));
        engine.register(new LabelsCapability(blobs, store));
        engine.register(new LabelType(removal, watch));
    }

    private EmailSet changes() {
        Json json = engine.json();
        return new EmailSet(
                emailWriter,
                new EmailCreation(
                        emailWriter,
                        blobs,
                        new NothingSeen(),
                        new MessageParser(json, clock),
                        clock,
                        JmapTestServer.LIMITS));
    }

    /** Finds no blobs, because these tests create no emails from blobs. */
    private static final class NothingSeen implements BlobAccess {
        @Override
        public boolean canDownload(Caller caller, AccessibleAccount accessible, String blobId) {
            return false;
        }

        @Override
        public Optional<StoredBlob> find(Caller caller, AccessibleAccount accessible, String blobId) {
            return Optional.empty();
        }
    }

    public Client account(String name) {
        return engine.account("example", name);
    }

    public static Scope scope(Client client) {
        return Scope.account(new ScopeKey(), client.account().n());
    }

    /** Returns the ids of the mailboxes of a client, by role. */
    public static Map<String, String> roles(Client client) {
        Map<String, String> roles = new LinkedHashMap<>();
        client.all("Mailbox").forEach((id, mailbox) -> roles.put(String.valueOf(mailbox.get("role")), id));
        return roles;
    }

    public static long mailbox(String id) {
        return ObjectId.parse(Mailbox.LETTER, id).orElseThrow();
    }

    static String id(long email) {
        return ObjectId.format(EmailType.LETTER, email);
    }

    public static long email(String id) {
        return ObjectId.parse(EmailType.LETTER, id).orElseThrow();
    }

    /** Inserts messages into an account. Returns their ids in the same order. */
    public List<String> put(Client client, TestMessage... letters) {
        return put(client, List.of(letters));
    }

    public List<String> put(Client client, Collection<TestMessage> letters) {
        BlobId blob = blob(client, "message " + ++messages);
        List<EmailInsert> entries = new ArrayList<>();
        for (TestMessage letter : letters) {
            ParsedMessage message = new ParsedMessage(
                    blob,
                    letter.size,
                    letter.sent,
                    letter.attachment,
                    NO_PROPERTIES,
                    new byte[] {0},
                    letter.links,
                    letter.subject.hashCode(),
                    new ParsedMessage.Order(letter.subject, letter.from, letter.to),
                    List.of());
            Set<Long> mailboxes =
                    letter.mailboxes.stream().map(MailHome::mailbox).collect(Collectors.toSet());
            entries.add(new EmailInsert(message, mailboxes, letter.keywords, letter.received));
        }
        return store.write(scope(client), tx -> emailWriter.add(tx, entries)).stream()
                .map(added -> id(added.n()))
                .toList();
    }

    private BlobId blob(Client client, String text) {
        try (BlobWriter draft = blobs.newBlob(client.account())) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return blobs.keep(client.account(), client.account(), draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed.close();
    }
}
