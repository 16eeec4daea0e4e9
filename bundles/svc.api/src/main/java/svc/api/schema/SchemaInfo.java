package svc.api.store;

import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/** How far the database's schema is. Threading: any thread; answers from memory. Present once the migrations have run. */
@ProviderType
public interface SchemaFacts {

    /** How many migrations were ever applied to this database. */
    int migrationsApplied();

    /** The newest applied script of each namespace, by its author's number. */
    Map<String, Integer> versions();

    /** The namespaces of bundles that are here and say that their tables hold nothing of accounts. */
    Set<String> ofNoAccount();
}
