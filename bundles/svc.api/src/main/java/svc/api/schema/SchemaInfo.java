package svc.api.schema;

import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The state of the database schema. Threading: thread-safe, without I/O. Lifecycle: registered after the migrations
 * have run.
 */
@ProviderType
public interface SchemaInfo {

    /** Returns the number of migrations that were ever applied to this database. */
    int migrationsApplied();

    /** Returns the number of the newest applied script of each namespace. */
    Map<String, Integer> versions();

    /** Returns the namespaces of installed bundles that declare that their tables contain no account data. */
    Set<String> namespacesWithoutAccounts();
}
