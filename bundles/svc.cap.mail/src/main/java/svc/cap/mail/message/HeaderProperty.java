package svc.cap.mail.message;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.json.JsonWriter;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;
import svc.mime.Headers;

/**
 * A header field property: {@code header:{name}[:as{form}][:all]} (RFC 8621 §4.1.3).
 *
 * @param property the property as the client wrote it
 * @param field the name of the field
 * @param form the requested form
 * @param all whether all instances of the field are requested, not only the last
 */
public record HeaderProperty(String property, String field, HeaderForm form, boolean all) {

    /** The prefix of all header field properties. */
    public static final String PREFIX = "header:";

    private static final Pattern NAME = Pattern.compile("header:([!-9;-~]+)(?::(as[A-Za-z]+))?(:all)?");

    /**
     * Parses a property. Returns empty if it is not a header field property, or if the field does not allow the form
     * (RFC 8621 §4.1.2).
     */
    public static Optional<HeaderProperty> of(String property) {
        if (!property.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Matcher matcher = NAME.matcher(property);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String field = matcher.group(1);
        String suffix = matcher.group(2);
        boolean all = matcher.group(3) != null;
        Optional<HeaderForm> form = suffix == null ? Optional.of(HeaderForm.RAW) : HeaderForm.of(suffix);
        return form.filter(one -> one == HeaderForm.RAW || one.allows(field))
                .map(one -> new HeaderProperty(property, field, one, all));
    }

    /** Writes the property as a member of the current object. */
    void write(JsonWriter out, Headers headers) {
        out.name(property);
        if (!all) {
            HeaderJson.write(out, form, headers.last(field));
            return;
        }
        out.beginArray();
        for (HeaderField one : headers.all(field)) {
            HeaderJson.write(out, form, one);
        }
        out.end();
    }

    /** Writes all fields as the value of {@code headers} (RFC 8621 §4.1.3). */
    static void writeAll(JsonWriter out, List<HeaderField> fields) {
        out.beginArray();
        for (HeaderField field : fields) {
            out.beginObject()
                    .stringMember("name", field.name())
                    .stringMember("value", field.raw())
                    .end();
        }
        out.end();
    }
}
