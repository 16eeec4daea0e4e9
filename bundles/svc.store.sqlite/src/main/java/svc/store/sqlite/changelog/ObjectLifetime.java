package svc.store.sqlite.changelog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;

/**
 * A row of the table {@code change}: the time from the creation to the destruction of an object. The row is changed in
 * memory and written once.
 */
final class ObjectLifetime {

    private final long n;
    private long born;
    private long changed;
    private final long[] facets = new long[Facets.LIMIT];
    private @Nullable Long died;
    private final List<Ended> earlier = new ArrayList<>();

    private ObjectLifetime(long n) {
        this.n = n;
    }

    /** The earlier lifetime of an object that was created again. */
    record Ended(long n, long born, long died) {}

    static ObjectLifetime begin(long n, long seq, Facets touched) {
        ObjectLifetime life = new ObjectLifetime(n);
        life.born = seq;
        life.touch(seq, touched);
        return life;
    }

    /** Reads a row of {@code n, born, changed, f0, f1, f2, f3, died}. */
    static ObjectLifetime of(ResultSet row) throws SQLException {
        ObjectLifetime life = new ObjectLifetime(row.getLong(1));
        life.born = row.getLong(2);
        life.changed = row.getLong(3);
        for (int i = 0; i < Facets.LIMIT; i++) {
            life.facets[i] = row.getLong(4 + i);
        }
        long died = row.getLong(8);
        life.died = row.wasNull() ? null : died;
        return life;
    }

    boolean alive() {
        return died == null;
    }

    void touch(long seq, Facets touched) {
        changed = seq;
        for (int i = 0; i < facets.length; i++) {
            if (touched.has(i)) {
                facets[i] = seq;
            }
        }
    }

    void end(long seq) {
        changed = seq;
        died = seq;
    }

    void beginAgain(long seq) {
        if (died != null) {
            earlier.add(new Ended(n, born, died));
        }
        born = seq;
        died = null;
        touch(seq, Facets.ALL);
    }

    List<Ended> earlier() {
        return earlier;
    }

    void columns(List<@Nullable Object> arguments) {
        Collections.addAll(arguments, n, born, changed, facets[0], facets[1], facets[2], facets[3], died);
    }
}
