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
     * Why a bundle must not start.
     *
     * @param reason one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    record Objection(String reason, String remedy) {}
}
