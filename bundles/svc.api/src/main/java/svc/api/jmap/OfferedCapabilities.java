package svc.api.jmap;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What this server offers to its accounts, before an organization or its plan takes something away.
 *
 * <p>Threading: any thread; answers from memory.
 */
@ProviderType
public interface Capabilities {

    /** The URNs that stand in {@code accountCapabilities} of an account from which nothing is taken away, sorted. */
    Set<String> ofAccounts();
}
