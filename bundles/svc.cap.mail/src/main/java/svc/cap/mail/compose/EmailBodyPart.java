package svc.cap.mail.compose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.mail.compose.EmailComposition.Disposition;
import svc.cap.mail.message.HeaderProperty;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Traits;

/** Validates one EmailBodyPart of an email that a client creates, without its {@code subParts} (RFC 8621 §4.6). */
final class EmailBodyPart {

    private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}");
    private static final Pattern TOKEN = Pattern.compile("[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]{1,100}");
    private static final Pattern URL = Pattern.compile("[^\\s\\p{Cntrl}<>]{1,900}");

    private static final Map<String, String> FIELDS = Map.of(
            "type", "Content-Type",
            "disposition", "Content-Disposition",
            "cid", "Content-ID",
            "language", "Content-Language",
            "location", "Content-Location");
    private static final Set<String> OTHERS = Set.of("partId", "blobId", "size", "name", "charset", "subParts");

    private final String property;
    private final Map<?, ?> members;
    private final HeaderFields fields = new HeaderFields();

    EmailBodyPart(String property, Map<?, ?> members) {
        this.property = property;
        this.members = members;
        members.forEach((name, value) -> member(String.valueOf(name), value));
        if (fields.names().contains("content-transfer-encoding")) {
            throw invalid("Content-Transfer-Encoding is set by the server");
        }
    }

    private void member(String name, @Nullable Object value) {
        if (name.equals("headers")) {
            throw invalid("headers cannot be set: give each header field as a property of its own");
        }
        String field = FIELDS.get(name);
        try {
            if (field != null && value != null) {
                fields.name(name, field);
            } else if (field == null && !OTHERS.contains(name) && !fields.add(name, value, Map.of())) {
                throw invalid("an EmailBodyPart has no property \"" + name + "\"");
            }
        } catch (SetError e) {
            throw name.startsWith(HeaderProperty.PREFIX) || field != null ? invalid(name + ": " + e.getMessage()) : e;
        }
    }

    /** Returns the property of the Email that contains the part. */
    String property() {
        return property;
    }

    @Nullable
    Object member(String name) {
        return members.get(name);
    }

    /** Returns the header fields that the client sets with {@code header:} properties. */
    List<MessageDraft.Field> fields() {
        return fields.list();
    }

    /** Rejects a header field that both the part and the message set. */
    void refuseFieldsOf(HeaderFields message) {
        message.refuseAlso(fields);
    }

    SetError invalid(String what) {
        return SetError.invalidProperty(property, "Invalid " + property + ": " + what + ".");
    }

    @Nullable
    String text(String name) {
        Object value = members.get(name);
        if (value != null && !(value instanceof String)) {
            throw invalid(name + " must be a string or null");
        }
        return (String) value;
    }

    private @Nullable String matching(String name, Pattern pattern) {
        String text = text(name);
        if (text != null && !pattern.matcher(text).matches()) {
            throw invalid(name + " cannot be \"" + text + '"');
        }
        return text;
    }

    /**
     * Returns the traits of the part, such as its content type and charset. If the client sets {@code Content-Type} as
     * a header field, parses this field.
     */
    Traits traits(Disposition fallback) {
        String type = matching("type", TYPE);
        Traits base = type == null ? fromField() : Traits.of(type.toLowerCase(Locale.ROOT));
        String charset = matching("charset", TOKEN);
        if (charset != null && !base.type().startsWith("text/")) {
            throw invalid("only a part of type text/* can have a charset");
        }
        String name = text("name");
        String disposition = matching("disposition", TOKEN);
        String cid = matching("cid", URL);
        if (disposition == null
                && fallback == Disposition.ATTACHMENT
                && !fields.names().contains("content-disposition")) {
            disposition = cid == null ? "attachment" : "inline";
        }
        return new Traits(
                base.type(),
                base.parameters(),
                charset == null ? base.charset() : charset,
                disposition == null ? null : disposition.toLowerCase(Locale.ROOT),
                name == null || name.isEmpty() ? base.name() : name,
                cid,
                language(),
                matching("location", URL));
    }

    private Traits fromField() {
        for (MessageDraft.Field field : fields.list()) {
            if (field.name().equalsIgnoreCase("Content-Type")) {
                if (field.value() instanceof MessageDraft.Value.Raw raw) {
                    return Traits.ofContentType(raw.text().strip());
                } else if (field.value() instanceof MessageDraft.Value.Text text) {
                    return Traits.ofContentType(text.text().strip());
                }
                throw invalid("Content-Type must be given in the form Raw or Text");
            }
        }
        return Traits.of("text/plain");
    }

    private @Nullable List<String> language() {
        Object given = members.get("language");
        if (given == null) {
            return null;
        }
        List<String> tags = new ArrayList<>();
        if (given instanceof List<?> list) {
            for (Object tag : list) {
                if (!(tag instanceof String text) || !TOKEN.matcher(text).matches()) {
                    throw invalid("language must be an array of language tags");
                }
                tags.add(text);
            }
            return tags;
        }
        throw invalid("language must be an array of language tags");
    }
}
