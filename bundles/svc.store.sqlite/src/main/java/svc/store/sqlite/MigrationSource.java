package svc.store.sqlite;

import java.util.List;

/** Where the bundles' migrations come from. */
interface MigrationSource {

    /** The sets of all installed bundles; a {@link SchemaRefusal} when one of them is malformed. */
    List<MigrationSet> sets();
}
