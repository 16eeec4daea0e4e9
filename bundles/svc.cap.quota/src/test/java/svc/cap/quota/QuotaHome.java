package svc.cap.quota;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.BlobStore;
import svc.api.blob.Blobs.Owner;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.api.store.Transaction;
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

/** This bundle with blobs that are counted, on a store on a file. Notes and pictures keep blobs; albums have what pictures keep. */
final class QuotaHome implements AutoCloseable {

    static final String NOTES = "urn:example:notes";
    static final String PICTURES = "urn:example:pictures";

    final SetClock clock = new SetClock();
    final SqliteStore store;
    final MemoryEngine engine;
    final KeptBlobs blobs;

    /** May be added to. */
    final List<BlobReferrer> referrers = new ArrayList<>();

    QuotaHome(Path directory) {
        store = new SqliteStore(
                new MigratedDatabase(ScriptedDatabase.in(directory, SqliteStore.class, KeptBlobs.class)), clock);
        engine = new MemoryEngine(MemoryEngine.LIMITS, clock, store);
        Keeper notes = new Keeper("Note", NOTES, true);
        Keeper pictures = new Keeper("Picture", PICTURES, true);
        referrers.addAll(List.of(pictures, notes, new Keeper("Album", PICTURES, false)));
        CountedTypes types = new CountedTypes(referrers);
        QuotaBook book = new QuotaBook(store, engine.people(), types);
        blobs = new KeptBlobs(
                store,
                new MemoryBlobs(clock),
                new SharedTypes(),
                new Allowance(engine.people(), clock, List.of(book)),
                clock);
        engine.register(notes);
        engine.register(pictures);
        engine.register(new QuotaCapability(blobs, engine.people(), store));
        engine.register(new QuotaSource(book, types, blobs));
    }

    /** An account that may keep so many bytes. */
    Client account(String name, long limit) {
        Client client = engine.account("one", name);
        engine.people().limit(client.account(), limit);
        return client;
    }

    BlobId upload(Client client, String text) {
        try (BlobStore.Draft draft = blobs.draft(client.account())) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return blobs.keep(client.account(), draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Client client, Consumer<Transaction> work) {
        store.write(Scope.account(new ScopeKey(), client.account().n()), tx -> {
            work.accept(tx);
            return true;
        });
    }

    /** A note that keeps a text from now on. */
    BlobId note(Client client, long n, String text) {
        BlobId id = upload(client, text);
        write(client, tx -> blobs.refer(tx, id, owner(n)));
        return id;
    }

    static Owner owner(long n) {
        return new Owner("Note", n, 'n');
    }

    @Override
    public void close() {
        store.close();
    }
}
