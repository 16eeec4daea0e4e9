package svc.store.sqlite.image;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import svc.api.backup.StoreImages.AccountContents;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.backup.StoreImages.TypeContents;
import svc.api.store.StoreException;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaState;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/** A copy of the database. Each method reads the file on a connection of its own. */
record DatabaseImage(Path file, long size, Runnable deletion) implements StoreImage {

    private static final String ACCOUNTS = "SELECT n, epoch, next_seq FROM account ORDER BY n";

    /** The name of each type, its last change, and its living objects. */
    private static final String TYPES =
            "SELECT t.name, coalesce(s.seq, 0), coalesce(c.objects, 0) FROM object_type AS t"
                    + " LEFT JOIN state AS s ON s.account = ? AND s.type = t.n"
                    + " LEFT JOIN (SELECT type, count(*) AS objects FROM change WHERE account = ? AND died IS NULL GROUP BY type)"
                    + " AS c ON c.type = t.n WHERE s.seq IS NOT NULL OR c.objects IS NOT NULL ORDER BY t.name";

    @Override
    public Map<String, Integer> schema() {
        try {
            return read(db -> SchemaState.read(db).versions());
        } catch (SchemaException e) {
            throw new StoreException(StoreException.Kind.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void accounts(Consumer<AccountContents> consumer) {
        read(db -> {
            db.each(ACCOUNTS, row -> consumer.accept(account(db, row)));
            return true;
        });
    }

    @Override
    public List<String> integrity() {
        List<String> found = read(db -> db.list("PRAGMA integrity_check(10)", row -> row.getString(1)));
        return found.equals(List.of("ok")) ? List.of() : found;
    }

    private static AccountContents account(StatementCache db, ResultSet row) throws SQLException {
        long n = row.getLong(1);
        List<TypeContents> types =
                db.list(TYPES, type -> new TypeContents(type.getString(1), type.getLong(2), type.getLong(3)), n, n);
        return new AccountContents(n, row.getLong(2), row.getLong(3), types);
    }

    /** An immutable file needs no write-ahead log beside it. */
    private <R> R read(DatabaseFile.Work<R, StoreException> work) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try {
            return DatabaseFile.open(file, "?immutable=1", config, work);
        } catch (SQLException e) {
            throw SqliteErrors.of(e);
        }
    }

    @Override
    public void close() {
        deletion.run();
    }
}
