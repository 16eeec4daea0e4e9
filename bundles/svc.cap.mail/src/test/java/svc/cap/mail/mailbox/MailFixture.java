package svc.cap.mail.mailbox;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.BlobRemoval;
import svc.blobs.account.QuotaEnforcement;
import svc.blobs.account.SharedTypes;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.recovery.BlobRecovery;
import svc.blobs.recovery.DataLossLog;
import svc.blobs.recovery.VisibleBlobs;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.email.EmailCreation;
import svc.cap.mail.email.EmailImport;
import svc.cap.mail.email.EmailInserter;
import svc.cap.mail.email.EmailSet;
import svc.cap.mail.email.EmailSource;
import svc.cap.mail.label.LabelRemoval;
import svc.cap.mail.label.LabelType;
import svc.cap.mail.mailboxset.MailboxSource;
import svc.cap.mail.mailboxset.TrashRoleChange;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.query.EmailQueryPlanner;
import svc.cap.mail.thread.ThreadSource;
import svc.cap.mail.write.ContainerWatch;
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

/** The whole bundle on the real store, with blobs in memory, behind a JMAP test server. */
public final class MailFixture implements AutoCloseable {

    public final SettableWallClock clock = new SettableWallClock();
    public final MemoryBlobs bytes = new MemoryBlobs(clock);
    final SqliteStore store;
    public final JmapTestServer engine;
    public final StoredAccountBlobs blobs;
    final EmailWriter emailWriter;
    private final LabelRemoval removal;

    public MailFixture(Path directory) {
        this(directory, store -> store);
    }

    /**
     * Creates the fixture in a directory.
     *
     * @param between wraps the store for the components that write for clients
     */
    public MailFixture(Path directory, UnaryOperator<Store> between) {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(
                        directory, SqliteStore.class, StoredAccountBlobs.class, MailCapability.class)),
                clock);
        Store used = between.apply(store);
        engine = new JmapTestServer(JmapTestServer.LIMITS, clock, used);
        blobs = new StoredAccountBlobs(
                store,
                bytes,
                new SharedTypes(),
                new QuotaEnforcement(engine.directory(), clock),
                new BlobRemoval(store, bytes),
                clock,
                new SettableMaintenance());
        ThreadMerger threadMerger = new ThreadMerger(store, blobs, clock);
        emailWriter = new EmailWriter(blobs, threadMerger);
        EmailQueryPlanner queries = new EmailQueryPlanner();
        removal = new LabelRemoval(store, emailWriter);
        VisibleBlobs blobAccess = new VisibleBlobs(blobs, new BlobRecovery(blobs), new DataLossLog());
        MessageParser parser = new MessageParser(engine.json(), clock);
        EmailInserter inserter = new EmailInserter(used, blobs, emailWriter);
        DefaultMailboxes defaults = new DefaultMailboxes(store);
        EmailCreation creation =
                new EmailCreation(emailWriter, blobs, blobAccess, parser, clock, JmapTestServer.LIMITS);
        EmailSet changes = new EmailSet(emailWriter, creation);
        engine.register(new MailCapability(engine.limits(), blobs, store));
        ContainerWatch watch = new ContainerWatch(used);
        engine.register(
                new MailboxSource(defaults, emailWriter, new TrashRoleChange(used), watch, new UidAssignment(store)));
        engine.register(new ThreadSource(queries, threadMerger));
        engine.register(new EmailSource(store, blobs, blobAccess, queries, changes, threadMerger, removal, watch));
        engine.register(new EmailImport(inserter, parser, blobAccess, engine.limits(), clock));
    }

    /** Registers the second version of mail, and labels. */
    public MailFixture second() {
        engine.register(new MailV2Capability());
        engine.register(new LabelsCapability(blobs, store));
        engine.register(new LabelType(removal, new ContainerWatch(store)));
        return this;
    }

    @Override
    public void close() {
        store.close();
    }

    public Client account(String name) {
        return engine.account("one", name);
    }

    Scope scope(Client client) {
        return Scope.account(new ScopeKey(), client.account().n());
    }

    /** Creates a mailbox. Returns its id. */
    public String mailbox(Client client, String name) {
        return client.create(Mailbox.TYPE, Map.of("name", name));
    }

    /** Stores bytes as an uploaded blob. Returns its id. */
    public String upload(Client client, byte[] bytes) {
        try (BlobStore.BlobWriter draft = blobs.newBlob(client.account())) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return blobs.keep(client.account(), client.account(), draft).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Joins the lines of a message. */
    public static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    /** Imports a message into a mailbox. Returns the id of the email. */
    public String deliver(Client client, String mailbox, String message) {
        Map<String, Object> given = Map.of(
                "blobId",
                upload(client, message.getBytes(StandardCharsets.UTF_8)),
                "mailboxIds",
                Map.of(mailbox, true));
        Map<String, ?> created = client.call("Email/import", Map.of("emails", Map.of("m", given)))
                .done()
                .object("created");
        return String.valueOf(((Map<?, ?>) Objects.requireNonNull(created.get("m"))).get("id"));
    }

    /** Returns the four counts of a mailbox: emails, unread emails, threads, unread threads. */
    public String counts(Client client, String mailbox) {
        Map<String, @Nullable Object> found = client.get(Mailbox.TYPE, mailbox);
        return found.get("totalEmails") + " " + found.get("unreadEmails") + " " + found.get("totalThreads") + " "
                + found.get("unreadThreads");
    }

    /** Returns properties of an email. */
    public Map<String, @Nullable Object> get(Client client, String id, String... properties) {
        return get(client, id, Map.of("properties", List.of(properties)));
    }

    /** Returns the email that {@code Email/get} returns for these arguments. */
    public Map<String, @Nullable Object> get(Client client, String id, Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("ids", List.of(id));
        List<?> found = client.call("Email/get", all).done().list("list");
        Map<String, @Nullable Object> email = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(found.get(0))).forEach((name, value) -> email.put((String) name, value));
        return email;
    }
}
