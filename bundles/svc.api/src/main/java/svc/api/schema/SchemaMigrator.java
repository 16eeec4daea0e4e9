package svc.api.schema;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Applies the migrations of bundles to the database schema, which has one namespace per bundle. Threading: thread-safe;
 * migrations run one at a time.
 */
@ProviderType
public interface SchemaMigrator {

    /**
     * Applies the pending migrations of a bundle that is installed while the server runs, in one exclusive transaction.
     * Call it before the components of the bundle start.
     *
     * @param bundle the id of the bundle in the framework
     * @return empty on success, and for a bundle without migrations; otherwise the reason why the bundle must not
     *     start; then none of its pending migrations was applied
     */
    Optional<Refusal> migrate(long bundle);

    /**
     * Parks the namespace of a removed bundle whose replacement jar was rejected: the tables are kept, but the next
     * start does not require a bundle with this namespace. The next bundle with this namespace makes the namespace
     * active again. {@link #migrate} itself parks the namespace of a bundle that it rejects. Call this method only for
     * a jar that was rejected before {@link #migrate} was called.
     *
     * @param symbolicName the symbolic name of the removed bundle; it need not have a namespace
     */
    void park(String symbolicName);

    /**
     * The reason why a bundle must not start.
     *
     * @param reason one sentence that describes the problem
     * @param remedy one sentence that describes the remedy
     */
    record Refusal(String reason, String remedy) {}
}
