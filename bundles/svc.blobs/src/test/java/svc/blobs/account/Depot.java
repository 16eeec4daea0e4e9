package svc.blobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs.Owner;
import svc.api.erasure.Erased;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Scope;
import svc.blobs.files.FileBlobs;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.MemoryBlobs;
import svc.testkit.People;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;

/** All of this bundle but its routes, on a store on a file, with bytes in maps or in files too. */
final class Depot implements AutoCloseable {

    final SetClock clock = new SetClock();
    final MemoryBlobs bytes = new MemoryBlobs(clock);
    final SqliteStore store;
    final KeptBlobs blobs;
    final Collector collector;
    final BlobStore kept;
    final BlobErasure erasure;
    final Losses losses = new Losses();
    final People people = new People();

    Depot(Path directory) {
        this(directory, Optional.empty());
    }

    /** With bytes in the files of a home. */
    static Depot onDisk(Path directory, Path home) {
        return new Depot(directory, Optional.of(home));
    }

    private Depot(Path directory, Optional<Path> home) {
        kept = home.<BlobStore>map(folder -> FileBlobs.in(folder, clock)).orElse(bytes);
        erasure = new BlobErasure(kept, clock);
        store = new SqliteStore(
                new MigratedDatabase(ScriptedDatabase.in(directory, SqliteStore.class, KeptBlobs.class)), clock);
        blobs = new KeptBlobs(store, kept, new SharedTypes(), new Allowance(people, clock), clock);
        collector = new Collector(store, kept, clock);
    }

    Account account(String organization, String name) {
        long n = store.write(Scope.system(), tx -> tx.enrol(organization, name));
        return new Account(n, organization, name + "@" + organization + ".test", name);
    }

    static Caller caller(Account account) {
        return new Caller(account, "d1", Caller.Secret.SESSION, "127.0.0.1");
    }

    BlobId upload(Account account, String text) {
        return upload(account, account, text);
    }

    BlobId upload(Account account, Account by, String text) {
        try (Draft draft = blobs.draft(account)) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return blobs.keep(account, by, draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<Stored> copy(Account from, Account to, BlobId id) {
        try {
            return blobs.copy(from, to, to, id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean refer(Account account, BlobId id, Owner owner) {
        return store.write(KeptBlobs.scope(account), tx -> blobs.refer(tx, id, owner));
    }

    void release(Account account, BlobId id, Owner owner) {
        store.write(KeptBlobs.scope(account), tx -> {
            blobs.release(tx, id, owner);
            return true;
        });
    }

    /** The text of a blob that the account holds and that is there. */
    Optional<String> text(Account account, BlobId id) {
        try {
            return blobs.find(account, id).map(Depot::text);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty(); // removed since it was found
            }
            throw e;
        }
    }

    static String text(Stored stored) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            stored.send(0, stored.size(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    boolean sees(Account caller, Account account, BlobId id, Map<String, svc.api.identity.Access> shares) {
        Reach reach = caller.equals(account) ? Reach.own(account) : new Reach(account, false, shares, 1);
        return blobs.sees(caller(caller), reach, id);
    }

    void erase(Account account) {
        Erased who = new Erased(account, Set.of(account.email()));
        boolean more = true;
        while (more) {
            more = store.write(KeptBlobs.scope(account), tx -> erasure.erase(who, tx, () -> true));
        }
    }

    /** What an account has, as it was counted. */
    BlobRows.Use use(Account account) {
        return store.read(KeptBlobs.scope(account), snapshot -> BlobRows.use(snapshot.sql()));
    }

    /** How many blobs there are and what they weigh, by organization, as they were counted. */
    Map<String, List<Long>> counted() {
        Map<String, List<Long>> counted = new HashMap<>();
        store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT id, blobs, bytes FROM blob_organization",
                                row -> counted.put(
                                        String.valueOf(row.text(1)), List.of(row.number(2), row.number(3)))));
        return counted;
    }

    @Override
    public void close() {
        store.close();
    }
}
