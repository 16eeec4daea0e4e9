package svc.cap.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.mail.EmailComposition.Disposition;
import svc.mime.Draft;
import svc.mime.Draft.Traits;

/** An EmailBodyPart as a client describes it, alone: without what it consists of (RFC 8621 §4.6). */
final class DescribedPart {

    private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}");
    private static final Pattern TOKEN = Pattern.compile("[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]+");
    private static final Pattern URL = Pattern.compile("[^\\s\\p{Cntrl}<>]+");

    private static final Map<String, String> FIELDS = Map.of(
            "type", "Content-Type",
            "disposition", "Content-Disposition",
            "cid", "Content-ID",
            "language", "Content-Language",
            "location", "Content-Location");
    private static final Set<String> OTHERS = Set.of("partId", "blobId", "size", "name", "charset", "subParts");

    private final String property;
    private final Map<?, ?> members;
    private final Fields fields = new Fields();

    DescribedPart(String property, Map<?, ?> members) {
        this.property = property;
        this.members = members;
        members.forEach((name, value) -> member(String.valueOf(name), value));
        if (fields.names().contains("content-transfer-encoding")) {
            throw wrong("the server chooses the Content-Transfer-Encoding");
        }
    }

    private void member(String name, @Nullable Object value) {
        if (name.equals("headers")) {
            throw wrong("each header field is a property of its own, none stands in headers");
        }
        String field = FIELDS.get(name);
        try {
            if (field != null && value != null) {
                fields.name(name, field);
            } else if (field == null && !OTHERS.contains(name) && !fields.add(name, value, Map.of())) {
                throw wrong("an EmailBodyPart has no property \"" + name + "\"");
            }
        } catch (SetError e) {
            throw name.startsWith(HeaderProperty.PREFIX) || field != null ? wrong(name + ": " + e.getMessage()) : e;
        }
    }

    /** The property of the Email that it stands in. */
    String property() {
        return property;
    }

    /** What it says under a name. */
    @Nullable
    Object member(String name) {
        return members.get(name);
    }

    /** The header fields that are given one by one. */
    List<Draft.Field> fields() {
        return fields.list();
    }

    /** Refuses a field that the message has already. */
    void refuseFieldsOf(Fields message) {
        message.refuseAlso(fields);
    }

    SetError wrong(String what) {
        return SetError.invalidProperty(property, "In " + property + ", this is wrong: " + what + ".");
    }

    @Nullable
    String text(String name) {
        Object value = members.get(name);
        if (value != null && !(value instanceof String)) {
            throw wrong(name + " must be a text or null");
        }
        return (String) value;
    }

    private @Nullable String matching(String name, Pattern pattern) {
        String text = text(name);
        if (text != null && !pattern.matcher(text).matches()) {
            throw wrong(name + " cannot be \"" + text + '"');
        }
        return text;
    }

    /** What its own header says; a Content-Type that is given as a field is taken apart. */
    Traits traits(Disposition fallback) {
        String type = matching("type", TYPE);
        Traits base = type == null ? fromField() : Traits.of(type.toLowerCase(Locale.ROOT));
        String charset = matching("charset", TOKEN);
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
        for (Draft.Field field : fields.list()) {
            if (field.name().equalsIgnoreCase("Content-Type")) {
                if (field.value() instanceof Draft.Value.Raw raw) {
                    return Traits.ofContentType(raw.text().strip());
                } else if (field.value() instanceof Draft.Value.Text text) {
                    return Traits.ofContentType(text.text().strip());
                }
                throw wrong("the Content-Type is given as it is, or as text");
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
                    throw wrong("language must be an array of language tags");
                }
                tags.add(text);
            }
            return tags;
        }
        throw wrong("language must be an array of language tags");
    }
}
