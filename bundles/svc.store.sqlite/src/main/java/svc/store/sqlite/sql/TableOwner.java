package svc.store.sqlite.sql;

import java.util.Set;

/**
 * A bundle that runs statements.
 *
 * @param bundle the symbolic name of the bundle
 * @param namespaces the namespaces of the migrations whose tables it may use in the scope of the system
 */
public record TableOwner(String bundle, Set<String> namespaces) {

    /** Copies the set. */
    public TableOwner {
        namespaces = Set.copyOf(namespaces);
    }
}
