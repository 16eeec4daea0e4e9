package svc.blobs.account;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import svc.api.backup.BlobHolds;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.erasure.ErasedAccount;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.blobs.files.PackedBlobs;
import svc.blobs.files.disk.LocalBlobHolds;
import svc.blobs.maintenance.BlobErasure;
import svc.blobs.maintenance.BlobGarbageCollector;
import svc.blobs.recovery.DataLossLog;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MemoryBlobs;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;

/** All components of this bundle except the servlets, on a store in a file, with bytes in memory or in files. */
public final class BlobsFixture implements AutoCloseable {

    public final SettableWallClock clock;
    public final MemoryBlobs bytes;
    public final SqliteStore store;
    public final StoredAccountBlobs blobs;
    public final BlobHolds holds;
    public final BlobGarbageCollector collector;
    public final BlobStore kept;
    final BlobErasure erasure;
    final BlobRemoval removal;
    public final DataLossLog losses = new DataLossLog();
    final InMemoryDirectory people = new InMemoryDirectory();

    public BlobsFixture(Path directory) {
        this(directory, Optional.empty(), new SettableWallClock());
    }

    private BlobsFixture(Path directory, Optional<Path> home, SettableWallClock clock) {
        this(directory, home, clock, new MemoryBlobs(clock));
    }

    /** Returns the components after the database was found restored at the given time. */
    public static BlobsFixture restored(Path directory, Instant at, BlobsFixture before) {
        Path file =
                MigratedDatabaseFixture.in(directory, SqliteStore.class, StoredAccountBlobs.class, PackedBlobs.class);
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = database.createStatement()) {
            statement.executeUpdate("UPDATE store_home SET id = 'home', generation = " + at.getEpochSecond()
                    + ", restored = " + at.getEpochSecond());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new BlobsFixture(directory, Optional.empty(), before.clock, before.bytes);
    }

    /** Returns components with bytes in the files of a home. */
    public static BlobsFixture onDisk(Path directory, Path home) {
        return onDisk(directory, home, UnaryOperator.identity());
    }

    /** Returns components with bytes in the files of a home, which the components use through a wrapper. */
    public static BlobsFixture onDisk(Path directory, Path home, UnaryOperator<BlobStore> wrapper) {
        SettableWallClock clock = new SettableWallClock();
        return new BlobsFixture(directory, Optional.of(home), clock, new MemoryBlobs(clock), wrapper);
    }

    private BlobsFixture(Path directory, Optional<Path> home, SettableWallClock clock, MemoryBlobs bytes) {
        this(directory, home, clock, bytes, UnaryOperator.identity());
    }

    private BlobsFixture(
            Path directory,
            Optional<Path> home,
            SettableWallClock clock,
            MemoryBlobs bytes,
            UnaryOperator<BlobStore> wrapper) {
        this.clock = clock;
        this.bytes = bytes;
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(
                        directory, SqliteStore.class, StoredAccountBlobs.class, PackedBlobs.class)),
                clock);
        holds = new LocalBlobHolds(store, clock);
        kept = wrapper.apply(home.<BlobStore>map(folder -> PackedBlobs.in(folder, store, clock, holds))
                .orElse(bytes));
        removal = new BlobRemoval(store, kept);
        erasure = new BlobErasure(store, removal);
        blobs = new StoredAccountBlobs(
                store,
                kept,
                new SharedTypes(),
                new QuotaEnforcement(people, clock),
                removal,
                clock,
                new SettableMaintenance());
        collector = new BlobGarbageCollector(store, kept, clock, holds);
    }

    public Account account(String organization, String name) {
        long n = store.write(Scope.system(), tx -> tx.createAccount(organization, name));
        return new Account(n, organization, name + "@" + organization + ".test", name);
    }

    static Caller caller(Account account) {
        return new Caller(account, "d1", Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    public BlobId upload(Account account, String text) {
        return upload(account, account, text);
    }

    BlobId upload(Account account, Account by, String text) {
        try (BlobWriter draft = blobs.newBlob(account)) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return blobs.keep(account, by, draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Optional<StoredBlob> copy(Account from, Account to, BlobId id) {
        try {
            return blobs.copy(from, to, to, id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean refer(Account account, BlobId id, BlobReference owner) {
        return store.write(StoredAccountBlobs.scope(account), tx -> blobs.addReference(tx, id, owner));
    }

    public void release(Account account, BlobId id, BlobReference owner) {
        store.write(StoredAccountBlobs.scope(account), tx -> {
            blobs.removeReference(tx, id, owner);
            return true;
        });
    }

    /** Returns the text of a blob that the account holds; empty when it is missing. */
    public Optional<String> text(Account account, BlobId id) {
        try {
            return blobs.find(account, id).map(BlobsFixture::text);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty(); // Removed after it was found.
            }
            throw e;
        }
    }

    static String text(StoredBlob stored) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            stored.send(0, stored.size(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    boolean sees(Account caller, Account account, BlobId id, Map<String, svc.api.identity.Access> shares) {
        AccessibleAccount reach = caller.equals(account)
                ? AccessibleAccount.own(account)
                : new AccessibleAccount(account, false, caller.n(), shares, 1);
        return blobs.find(caller(caller), reach, id).visible();
    }

    public void erase(Account account) {
        ErasedAccount who = new ErasedAccount(account, Set.of(account.email()));
        boolean more = true;
        while (more) {
            more = store.write(StoredAccountBlobs.scope(account), tx -> erasure.erase(who, tx, () -> true));
        }
        erasure.eraseFiles(who);
    }

    /** Returns the counted bytes of an account. */
    BlobRows.Use use(Account account) {
        return store.read(StoredAccountBlobs.scope(account), snapshot -> BlobRows.use(snapshot.sql()));
    }

    /** Returns the counted blobs and bytes of each organization. */
    public Map<String, List<Long>> counted() {
        Map<String, List<Long>> counted = new HashMap<>();
        store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT o.id, count(r.hash), coalesce(sum(r.size), 0) FROM blob_organization o LEFT JOIN"
                                        + " (SELECT DISTINCT organization, hash, size FROM blob_right) r"
                                        + " ON r.organization = o.n GROUP BY o.id",
                                row -> counted.put(
                                        String.valueOf(row.getString(1)), List.of(row.getLong(2), row.getLong(3)))));
        return counted;
    }

    @Override
    public void close() {
        store.close();
    }
}
