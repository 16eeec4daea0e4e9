package svc.cap.mail;

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
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.BlobStore.Stored;
import svc.api.engine.ScopeKey;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.Allowance;
import svc.blobs.KeptBlobs;
import svc.blobs.SharedTypes;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.MemoryBlobs;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;

/** The engine with mail, on the real store; messages are put in as if they had been read. */
final class MailHome implements AutoCloseable {

    static final Instant DAY = Letter.DAY;

    final SetClock clock = new SetClock();
    final Store store;
    private final SqliteStore closed;
    final KeptBlobs blobs;
    final Ledger ledger;
    final ThreadMerging merging;
    final MemoryEngine engine;
    private int messages;

    MailHome(Path directory) {
        this(directory, given -> given);
    }

    /** With something between the store and all others. */
    MailHome(Path directory, UnaryOperator<Store> between) {
        closed = new SqliteStore(
                new MigratedDatabase(
                        ScriptedDatabase.in(directory, SqliteStore.class, KeptBlobs.class, MailCapability.class)),
                clock);
        store = between.apply(closed);
        engine = new MemoryEngine(MemoryEngine.LIMITS, clock, store);
        Allowance allowance = new Allowance(engine.people(), clock);
        blobs = new KeptBlobs(store, new MemoryBlobs(clock), new SharedTypes(), allowance, clock);
        merging = new ThreadMerging(store, blobs);
        ledger = new Ledger(blobs, merging);
        EmailQueries queries = new EmailQueries();
        LabelRemoval removal = new LabelRemoval(store, ledger);
        engine.register(new MailCapability(MemoryEngine.LIMITS, blobs, store));
        engine.register(new SecondMailCapability());
        engine.register(new MailboxSource(new DefaultMailboxes(store), ledger));
        engine.register(new ThreadSource(queries, merging));
        engine.register(new ThreadsCapability(blobs, store));
        engine.register(new MergeThreads(store, merging, MemoryEngine.LIMITS));
        engine.register(new EmailSource(store, blobs, new NothingSeen(), queries, changes(), merging, removal));
        engine.register(new LabelsCapability(blobs, store));
        engine.register(new LabelSource(removal));
    }

    private EmailChanges changes() {
        Json json = engine.json();
        return new EmailChanges(
                ledger,
                new EmailCreation(
                        ledger, blobs, new NothingSeen(), new Arrivals(json, clock), clock, MemoryEngine.LIMITS),
                json);
    }

    /** Nobody makes messages of blobs here. */
    private static final class NothingSeen implements BlobSight {
        @Override
        public boolean sees(Caller caller, Reach reach, String blobId) {
            return false;
        }

        @Override
        public Optional<Stored> find(Caller caller, Reach reach, String blobId) {
            return Optional.empty();
        }
    }

    Client account(String name) {
        return engine.account("example", name);
    }

    static Scope scope(Client client) {
        return Scope.account(new ScopeKey(), client.account().n());
    }

    /** The ids of a client's mailboxes by their roles. */
    static Map<String, String> roles(Client client) {
        Map<String, String> roles = new LinkedHashMap<>();
        client.all("Mailbox").forEach((id, mailbox) -> roles.put(String.valueOf(mailbox.get("role")), id));
        return roles;
    }

    static long mailbox(String id) {
        return ObjectId.number(Mailbox.LETTER, id).orElseThrow();
    }

    static String id(long email) {
        return ObjectId.text(Email.LETTER, email);
    }

    static long email(String id) {
        return ObjectId.number(Email.LETTER, id).orElseThrow();
    }

    /** Puts messages into an account; their ids in the same order. */
    List<String> put(Client client, Letter... letters) {
        return put(client, List.of(letters));
    }

    List<String> put(Client client, Collection<Letter> letters) {
        BlobId blob = blob(client, "message " + ++messages);
        List<Email.Entry> entries = new ArrayList<>();
        for (Letter letter : letters) {
            Arrival arrival = new Arrival(
                    blob,
                    letter.size,
                    letter.sent,
                    letter.attachment,
                    new byte[] {0},
                    new byte[] {0},
                    letter.links,
                    letter.subject.hashCode(),
                    new Arrival.Order(letter.subject, letter.from, letter.to),
                    List.of());
            Set<Long> mailboxes =
                    letter.mailboxes.stream().map(MailHome::mailbox).collect(Collectors.toSet());
            entries.add(new Email.Entry(arrival, mailboxes, letter.keywords, letter.received));
        }
        return store.write(scope(client), tx -> ledger.add(tx, entries)).stream()
                .map(added -> id(added.n()))
                .toList();
    }

    private BlobId blob(Client client, String text) {
        try (Draft draft = blobs.draft(client.account())) {
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
