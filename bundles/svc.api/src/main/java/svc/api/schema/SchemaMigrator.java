package svc.api.store;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The database's schema, made of one namespace per bundle. Threading: any thread; migrations run one after another.
 */
@ProviderType
public interface SchemaKeeper {

    /**
     * Applies the pending migrations of a bundle that arrives while the server runs, in one exclusive transaction, before
     * its components start.
     *
     * @param bundle the bundle's id in the framework
     * @return empty when all is well (also when the bundle has no migrations); else why the bundle must not start: then
     *     nothing of its migrations stayed
     */
    Optional<Objection> admit(long bundle);

    /**
     * The jar in the place of a bundle that had been admitted was refused, so that the next start will be without the
     * bundle. Its tables are kept and its namespace is parked; the next bundle that brings the namespace makes it active
     * again. {@link #admit} does this by itself when it objects; call it for a jar that was refused before it came so far.
     *
     * @param symbolicName the name of the bundle that is no longer there; one without a namespace is fine
     */
    void setAside(String symbolicName);

    /**
     * Why a bundle must not start.
     *
     * @param reason one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    record Objection(String reason, String remedy) {}
}
