package svc.cap.mail;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.json.JsonSink;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;
import svc.mime.Headers;

/**
 * A property that stands for a header field: {@code header:{name}[:as{form}][:all]} (RFC 8621 §4.1.3).
 *
 * @param property its name as the client wrote it
 * @param field the name of the field
 * @param form in which form it is wanted
 * @param all whether every instance is wanted, not the last alone
 */
record HeaderProperty(String property, String field, HeaderForm form, boolean all) {

    /** With what the names of all of them begin. */
    static final String PREFIX = "header:";

    private static final Pattern NAME = Pattern.compile("header:([!-9;-~]+)(?::(as[A-Za-z]+))?(:all)?");

    /** The property of a name; empty when it is none, or asks for a form that the field must not be had in (§4.1.2). */
    static Optional<HeaderProperty> of(String property) {
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

    /** Writes it as a member. */
    void write(JsonSink out, Headers headers) {
        out.name(property);
        if (!all) {
            HeaderJson.write(out, form, headers.last(field));
            return;
        }
        out.array();
        for (HeaderField one : headers.all(field)) {
            HeaderJson.write(out, form, one);
        }
        out.end();
    }

    /** Writes all fields as {@code headers} has them (§4.1.3). */
    static void writeAll(JsonSink out, List<HeaderField> fields) {
        out.array();
        for (HeaderField field : fields) {
            out.object()
                    .member("name", field.name())
                    .member("value", field.raw())
                    .end();
        }
        out.end();
    }
}
