package svc.cap.blob;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * What a Blob/get asks for (RFC 9404 §4.2).
 *
 * @param names the properties but for the digests
 * @param digests the digests
 */
record Wanted(Set<String> names, Set<Algorithm> digests) {

    static final String DATA = "data";
    static final String TEXT = "data:asText";
    static final String BASE64 = "data:asBase64";
    static final String SIZE = "size";
    private static final Set<String> ALL = Set.of("id", DATA, TEXT, BASE64, SIZE);

    /** Reads the argument {@code properties}. */
    static Wanted of(@Nullable List<String> properties) {
        if (properties == null) {
            return new Wanted(Set.of(DATA, SIZE), Set.of());
        }
        Set<String> names = new HashSet<>();
        Set<Algorithm> digests = EnumSet.noneOf(Algorithm.class);
        for (String property : properties) {
            Optional<Algorithm> digest = Algorithm.of(property);
            if (digest.isPresent()) {
                digests.add(digest.get());
            } else if (ALL.contains(property)) {
                names.add(property);
            } else {
                throw MethodError.invalidArguments(
                        "A blob has no property of one of the names in properties. There are data,"
                                + " data:asText, data:asBase64, size, and digest: with one of " + Algorithm.names()
                                + ".");
            }
        }
        return new Wanted(names, digests);
    }

    boolean has(String name) {
        return names.contains(name);
    }

    /** Whether bytes go into the answer. */
    boolean data() {
        return has(DATA) || has(TEXT) || has(BASE64);
    }

    /** Whether it matters if they are UTF-8. */
    boolean text() {
        return has(DATA) || has(TEXT);
    }
}
