package svc.extensions;

import java.util.Optional;
import java.util.Set;
import org.osgi.framework.Version;

/**
 * What is known about a jar before it is installed.
 *
 * @param name its symbolic name
 * @param version its version
 * @param hash the SHA-256 of its bytes, in hexadecimal
 * @param host the symbolic name of the bundle that it is a fragment of
 * @param namespace the namespace of its migrations
 * @param keys the configuration keys that it declares, as {@code table.key}
 * @param erasable whether somebody answers for what its tables hold of accounts, or there are none
 */
record JarFacts(
        String name,
        Version version,
        String hash,
        Optional<String> host,
        Optional<String> namespace,
        Set<String> keys,
        boolean erasable) {}
