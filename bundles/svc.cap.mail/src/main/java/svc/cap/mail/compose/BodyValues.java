package svc.cap.mail.compose;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/**
 * The {@code bodyValues} of an email that a client creates (RFC 8621 §4.6).
 *
 * @param texts the texts by partId
 * @param invalid whether the property is invalid; then every partId has an empty text, so that the parts that refer to
 *     the values can be validated
 */
record BodyValues(Map<String, String> texts, boolean invalid) {

    static final BodyValues INVALID = new BodyValues(Map.of(), true);

    private static final String PROPERTY = "bodyValues";
    private static final Set<String> FLAGS = Set.of("isEncodingProblem", "isTruncated");

    static BodyValues of(@Nullable Object given) {
        if (given == null) {
            return new BodyValues(Map.of(), false);
        }
        if (!(given instanceof Map<?, ?> values)) {
            throw SetError.invalidProperty(
                    PROPERTY, "bodyValues must be an object with an EmailBodyValue for each partId.");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((id, value) -> texts.put(String.valueOf(id), text(String.valueOf(id), value)));
        return new BodyValues(texts, false);
    }

    private static String text(String id, @Nullable Object given) {
        if (!(given instanceof Map<?, ?> members) || !(members.get("value") instanceof String text)) {
            throw SetError.invalidProperty(
                    PROPERTY, "The body value " + id + " must be an object with a string as its value.");
        }
        members.forEach((name, value) -> {
            if (FLAGS.contains(name) && value != null && !Boolean.FALSE.equals(value)) {
                throw SetError.invalidProperty(
                        PROPERTY, "In the body value " + id + ", " + name + " must be false or absent.");
            }
            if (!FLAGS.contains(name) && !"value".equals(name)) {
                throw SetError.invalidProperty(PROPERTY, "A body value has no property \"" + name + "\".");
            }
        });
        return text;
    }

    Optional<String> text(String partId) {
        return invalid ? Optional.of("") : Optional.ofNullable(texts.get(partId));
    }
}
