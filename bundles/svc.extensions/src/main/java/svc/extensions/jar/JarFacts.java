package svc.extensions.jar;

import java.util.Optional;
import java.util.Set;
import org.osgi.framework.Version;

/**
 * The facts about a jar that are known before it is installed.
 *
 * @param name its symbolic name
 * @param version its version
 * @param hash the SHA-256 of its bytes in hexadecimal
 * @param host the symbolic name of its host, if it is a fragment
 * @param namespace the namespace of its migrations
 * @param keys the configuration keys that it declares, as {@code table.key}
 * @param erasable whether its tables, if any, hold no data of accounts or have an erasure step
 */
public record JarFacts(
        String name,
        Version version,
        String hash,
        Optional<String> host,
        Optional<String> namespace,
        Set<String> keys,
        boolean erasable) {}
