package svc.cap.mail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.mime.Draft;
import svc.mime.HeaderForm;

/** The header fields that the properties of an Email or of a part describe: each field by one property (RFC 8621 §4.6). */
final class Fields {

    /** A property that stands for a field in one form. */
    record Named(String field, HeaderForm form) {}

    /** Those of an Email (RFC 8621 §4.1.3). */
    static final Map<String, Named> OF_EMAIL = Map.ofEntries(
            Map.entry("messageId", new Named("Message-ID", HeaderForm.MESSAGE_IDS)),
            Map.entry("inReplyTo", new Named("In-Reply-To", HeaderForm.MESSAGE_IDS)),
            Map.entry("references", new Named("References", HeaderForm.MESSAGE_IDS)),
            Map.entry("sender", new Named("Sender", HeaderForm.ADDRESSES)),
            Map.entry("from", new Named("From", HeaderForm.ADDRESSES)),
            Map.entry("to", new Named("To", HeaderForm.ADDRESSES)),
            Map.entry("cc", new Named("Cc", HeaderForm.ADDRESSES)),
            Map.entry("bcc", new Named("Bcc", HeaderForm.ADDRESSES)),
            Map.entry("replyTo", new Named("Reply-To", HeaderForm.ADDRESSES)),
            Map.entry("subject", new Named("Subject", HeaderForm.TEXT)),
            Map.entry("sentAt", new Named("Date", HeaderForm.DATE)));

    private final List<Draft.Field> list = new ArrayList<>();
    /** The property that gave a field, by the field's name in lower case. */
    private final Map<String, String> given = new LinkedHashMap<>();

    /**
     * Takes a property if it stands for a field.
     *
     * @param named the properties that do, besides those that begin with {@code header:}
     * @return false when it stands for none
     */
    boolean add(String property, @Nullable Object value, Map<String, Named> named) {
        Named one = named.get(property);
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
                    property, "This is no header field, or one that must not be given in this form.");
        }
        HeaderProperty wanted = header.get();
        if (!wanted.all()) {
            put(property, wanted.field(), wanted.form(), value);
        } else if (value instanceof List<?> values) {
            values.forEach(each -> fill(property, wanted.field(), wanted.form(), each));
            name(property, wanted.field());
        } else if (value != null) {
            throw SetError.invalidProperty(property, "With :all, the value is an array.");
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
        FieldValue.of(property, form, value).ifPresent(read -> list.add(new Draft.Field(field, read)));
    }

    /** Says which property gives a field; also for one that is given in another way. */
    void name(String property, String field) {
        String before = given.putIfAbsent(field.toLowerCase(Locale.ROOT), property);
        if (before != null) {
            throw SetError.invalidProperties(
                    List.of(before, property), "Both give the header field " + field + ". Give one.");
        }
    }

    /** Refuses a field that is given in both. */
    void refuseAlso(Fields others) {
        for (String name : others.names()) {
            String here = given.get(name);
            if (here != null) {
                throw SetError.invalidProperties(
                        List.of(here, others.property(name)), "Both give the header field " + name + ". Give one.");
            }
        }
    }

    /** The names of the fields, in lower case. */
    Set<String> names() {
        return given.keySet();
    }

    /** The property that gave a field. */
    String property(String name) {
        return given.getOrDefault(name, name);
    }

    /** The fields, in the order in which they were given. */
    List<Draft.Field> list() {
        return List.copyOf(list);
    }
}
