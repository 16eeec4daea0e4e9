package svc.cap.mail.compose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.mail.message.EmailSummary;
import svc.cap.mail.message.EmailSummary.Convenience;
import svc.cap.mail.message.HeaderProperty;
import svc.mime.HeaderForm;
import svc.mime.write.MessageDraft;

/**
 * The header fields that the properties of an Email, or of one of its parts, represent. A field must not be set by more
 * than one property (RFC 8621 §4.6).
 */
final class HeaderFields {

    /** The properties of an Email that set a header field (RFC 8621 §4.1.3). */
    static final Map<String, Convenience> OF_EMAIL = EmailSummary.FIELDS.stream()
            .collect(Collectors.toUnmodifiableMap(Convenience::property, Function.identity()));

    private static final int LONGEST_NAME = 76;

    private final List<MessageDraft.Field> list = new ArrayList<>();
    /** The names of the properties, by the lower-case name of the field that the property sets. */
    private final Map<String, String> given = new LinkedHashMap<>();

    /**
     * Adds the field of a property.
     *
     * @param named the convenience properties that are allowed besides {@code header:}
     * @return false if the property sets no header field
     */
    boolean add(String property, @Nullable Object value, Map<String, Convenience> named) {
        Convenience one = named.get(property);
        if (one != null) {
            put(property, one.field(), one.form(), value);
            return true;
        }
        if (!property.startsWith(HeaderProperty.PREFIX)) {
            return false;
        }
        Optional<HeaderProperty> header = HeaderProperty.of(property);
        if (header.isEmpty()) {
            throw SetError.invalidProperty(
                    property, "This is not the name of a header field, or the field cannot be given in this form.");
        }
        HeaderProperty wanted = header.get();
        if (wanted.field().length() > LONGEST_NAME) {
            throw SetError.invalidProperty(
                    property, "The name of a header field can have at most " + LONGEST_NAME + " characters.");
        }
        if (!wanted.all()) {
            put(property, wanted.field(), wanted.form(), value);
        } else if (value instanceof List<?> values) {
            values.forEach(each -> fill(property, wanted.field(), wanted.form(), each));
            name(property, wanted.field());
        } else if (value != null) {
            throw SetError.invalidProperty(property, "With :all, the value must be an array.");
        }
        return true;
    }

    private void put(String property, String field, HeaderForm form, @Nullable Object value) {
        if (value != null) {
            fill(property, field, form, value);
            name(property, field);
        }
    }

    private void fill(String property, String field, HeaderForm form, @Nullable Object value) {
        HeaderFieldValue.of(property, form, value).ifPresent(read -> list.add(new MessageDraft.Field(field, read)));
    }

    /** Records which property sets a field. Rejects a second property for the same field. */
    void name(String property, String field) {
        String before = given.putIfAbsent(field.toLowerCase(Locale.ROOT), property);
        if (before != null) {
            throw SetError.invalidProperties(
                    List.of(before, property), "Both properties set the header field " + field + ". Give one of them.");
        }
    }

    /** Rejects a header field that these fields and {@code others} have in common. */
    void refuseAlso(HeaderFields others) {
        for (String name : others.names()) {
            String here = given.get(name);
            if (here != null) {
                throw SetError.invalidProperties(
                        List.of(here, others.property(name)),
                        "Both properties set the header field " + name + ". Give one of them.");
            }
        }
    }

    /** Returns the names of the fields in lower case. */
    Set<String> names() {
        return given.keySet();
    }

    /** Returns the property that sets a field. */
    String property(String name) {
        return given.getOrDefault(name, name);
    }

    /** Returns the fields in the order of the properties. */
    List<MessageDraft.Field> list() {
        return List.copyOf(list);
    }
}
