package svc.cap.quota;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.BlobStore;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.blobs.account.BlobLimits;
import svc.blobs.account.BlobRemoval;
import svc.blobs.account.QuotaEnforcement;
import svc.blobs.account.SharedTypes;
import svc.blobs.account.StoredAccountBlobs;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MemoryBlobs;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/**
 * This bundle with counted blobs on the real store. Notes and pictures hold blobs; albums refer to the blobs of
 * pictures.
 */
final class QuotaHome implements AutoCloseable {

    static final String NOTES = "urn:example:notes";
    static final String PICTURES = "urn:example:pictures";

    final SettableWallClock clock = new SettableWallClock();
    final SqliteStore store;
    final JmapTestServer engine;
    final StoredAccountBlobs blobs;

    /** Tests may add referrers. */
    final List<BlobReferrer> referrers = new ArrayList<>();

    QuotaHome(Path directory) {
        store = new SqliteStore(
                new MigratedDatabase(
                        MigratedDatabaseFixture.in(directory, SqliteStore.class, StoredAccountBlobs.class)),
                clock);
        engine = new JmapTestServer(JmapTestServer.LIMITS, clock, store);
        BlobHoldingType notes = new BlobHoldingType("Note", NOTES, true);
        BlobHoldingType pictures = new BlobHoldingType("Picture", PICTURES, true);
        referrers.addAll(List.of(pictures, notes, new BlobHoldingType("Album", PICTURES, false)));
        CountedTypes types = new CountedTypes(referrers);
        QuotaChangeTracker book = new QuotaChangeTracker(store, engine.directory(), types);
        MemoryBlobs bytes = new MemoryBlobs(clock);
        blobs = new StoredAccountBlobs(
                store,
                bytes,
                new SharedTypes(),
                new QuotaEnforcement(engine.directory(), clock, BlobLimits.NONE, List.of(book)),
                new BlobRemoval(store, bytes),
                clock,
                new SettableMaintenance());
        engine.register(notes);
        engine.register(pictures);
        engine.register(new QuotaCapability(blobs, engine.directory(), store));
        engine.register(new QuotaType(book, types, blobs));
    }

    /** Creates an account with a limit in octets. */
    Client account(String name, long limit) {
        Client client = engine.account("one", name);
        engine.directory().limit(client.account(), limit);
        return client;
    }

    BlobId upload(Client client, String text) {
        try (BlobStore.BlobWriter draft = blobs.newBlob(client.account())) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return blobs.keep(client.account(), draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Client client, Consumer<Transaction> callback) {
        store.write(Scope.account(new ScopeKey(), client.account().n()), tx -> {
            callback.accept(tx);
            return true;
        });
    }

    /** Creates a note that holds a text as a blob. */
    BlobId note(Client client, long n, String text) {
        BlobId id = upload(client, text);
        write(client, tx -> blobs.addReference(tx, id, owner(n)));
        return id;
    }

    static BlobReference owner(long n) {
        return new BlobReference("Note", n, 'n');
    }

    @Override
    public void close() {
        store.close();
    }
}
