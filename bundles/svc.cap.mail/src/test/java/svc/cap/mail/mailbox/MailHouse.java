package svc.cap.mail;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.blobs.Allowance;
import svc.blobs.KeptBlobs;
import svc.blobs.Losses;
import svc.blobs.Restoration;
import svc.blobs.SeenBlobs;
import svc.blobs.SharedTypes;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.MemoryBlobs;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;

/** All of this bundle on the store of a server, with bytes in maps, behind an engine that clients ask. */
final class MailHouse implements AutoCloseable {

    final SetClock clock = new SetClock();
    final MemoryBlobs bytes = new MemoryBlobs(clock);
    final SqliteStore store;
    final MemoryEngine engine;
    final KeptBlobs blobs;
    final Ledger ledger;
    private final LabelRemoval removal;

    MailHouse(Path directory) {
        store = new SqliteStore(
                new MigratedDatabase(
                        ScriptedDatabase.in(directory, SqliteStore.class, KeptBlobs.class, MailCapability.class)),
                clock);
        engine = new MemoryEngine(MemoryEngine.LIMITS, clock, store);
        blobs = new KeptBlobs(store, bytes, new SharedTypes(), new Allowance(engine.people(), clock), clock);
        ThreadMerging merging = new ThreadMerging(store, blobs);
        ledger = new Ledger(blobs, merging);
        EmailQueries queries = new EmailQueries();
        removal = new LabelRemoval(store, ledger);
        SeenBlobs sight = new SeenBlobs(blobs, new Restoration(blobs), new Losses());
        Arrivals arrivals = new Arrivals(engine.json(), clock);
        Incoming incoming = new Incoming(store, blobs, ledger);
        DefaultMailboxes defaults = new DefaultMailboxes(store);
        EmailCreation creation = new EmailCreation(ledger, blobs, sight, arrivals, clock, MemoryEngine.LIMITS);
        EmailChanges changes = new EmailChanges(ledger, creation, engine.json());
        engine.register(new MailCapability(engine.limits(), blobs, store));
        engine.register(new MailboxSource(defaults, ledger));
        engine.register(new ThreadSource(queries, merging));
        engine.register(new EmailSource(store, blobs, sight, queries, changes, merging, removal));
        engine.register(new ImportEmails(incoming, arrivals, sight, engine.limits(), clock));
    }

    /** With the second version of mail, and labels. */
    MailHouse second() {
        engine.register(new SecondMailCapability());
        engine.register(new LabelsCapability(blobs, store));
        engine.register(new LabelSource(removal));
        return this;
    }

    @Override
    public void close() {
        store.close();
    }

    Client account(String name) {
        return engine.account("one", name);
    }

    Scope scope(Client client) {
        return Scope.account(new ScopeKey(), client.account().n());
    }

    /** A new mailbox; its id. */
    String mailbox(Client client, String name) {
        return client.create(Mailbox.TYPE, Map.of("name", name));
    }

    /** Keeps bytes as a blob that somebody has brought; its id. */
    String upload(Client client, byte[] octets) {
        try (BlobStore.Draft draft = blobs.draft(client.account())) {
            try (OutputStream out = draft.out()) {
                out.write(octets);
            }
            return blobs.keep(client.account(), client.account(), draft).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a message. */
    static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    /** Imports a message into a mailbox; its id. */
    String deliver(Client client, String mailbox, String message) {
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

    /** What a mailbox says of its messages: how many, unread ones, threads, unread threads. */
    String counts(Client client, String mailbox) {
        Map<String, @Nullable Object> found = client.get(Mailbox.TYPE, mailbox);
        return found.get("totalEmails") + " " + found.get("unreadEmails") + " " + found.get("totalThreads") + " "
                + found.get("unreadThreads");
    }

    /** A message as a client gets it who names these properties. */
    Map<String, @Nullable Object> get(Client client, String id, String... properties) {
        return get(client, id, Map.of("properties", List.of(properties)));
    }

    /** A message as a client gets it with these arguments. */
    Map<String, @Nullable Object> get(Client client, String id, Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("ids", List.of(id));
        List<?> found = client.call("Email/get", all).done().list("list");
        Map<String, @Nullable Object> email = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(found.get(0))).forEach((name, value) -> email.put((String) name, value));
        return email;
    }
}
