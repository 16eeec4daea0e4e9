package svc.cap.blob;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * The properties that a Blob/get requests (RFC 9404 §4.2).
 *
 * @param names the properties other than digests
 * @param digests the digests
 */
record BlobGetProperties(Set<String> names, Set<DigestAlgorithm> digests) {

    static final String DATA = "data";
    static final String TEXT = "data:asText";
    static final String BASE64 = "data:asBase64";
    static final String SIZE = "size";

    /** The property that is always returned if it is true. If it is false, it is returned only when requested. */
    static final String PROBLEM = "isEncodingProblem";

    static final String TRUNCATED = "isTruncated";
    private static final Set<String> ALL = Set.of("id", DATA, TEXT, BASE64, SIZE, PROBLEM, TRUNCATED);

    /** Parses the argument {@code properties}. */
    static BlobGetProperties of(@Nullable List<String> properties) {
        if (properties == null) {
            return new BlobGetProperties(Set.of(DATA, SIZE), Set.of());
        }
        Set<String> names = new HashSet<>();
        Set<DigestAlgorithm> digests = EnumSet.noneOf(DigestAlgorithm.class);
        for (String property : properties) {
            Optional<DigestAlgorithm> digest = DigestAlgorithm.of(property);
            if (digest.isPresent()) {
                digests.add(digest.get());
            } else if (ALL.contains(property)) {
                names.add(property);
            } else {
                throw MethodError.invalidArguments(
                        "The argument properties has an unknown property. The properties of a blob are data,"
                                + " data:asText, data:asBase64, size, isEncodingProblem, isTruncated, and digest: followed by one of "
                                + DigestAlgorithm.names()
                                + ".");
            }
        }
        return new BlobGetProperties(names, digests);
    }

    boolean has(String name) {
        return names.contains(name);
    }

    /** Returns whether properties other than digests require the bytes of the blob. */
    boolean data() {
        return has(DATA) || has(TEXT) || has(BASE64) || has(PROBLEM);
    }

    /** Returns whether the data must be checked for valid UTF-8. */
    boolean text() {
        return has(DATA) || has(TEXT) || has(PROBLEM);
    }
}
