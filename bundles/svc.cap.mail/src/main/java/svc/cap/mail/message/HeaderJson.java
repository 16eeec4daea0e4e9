package svc.cap.mail;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonSink;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;

/** Header fields in their forms, as JSON (RFC 8621 §4.1.2). */
final class HeaderJson {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

    private HeaderJson() {}

    /** One value: that of a field in a form, null without one. */
    static void write(JsonSink out, HeaderForm form, @Nullable HeaderField field) {
        if (field == null) {
            out.nothing();
            return;
        }
        switch (form) {
            case RAW -> out.text(field.raw());
            case TEXT -> out.text(field.text());
            case ADDRESSES -> addresses(out, field.addresses());
            case GROUPED_ADDRESSES -> groups(out, field.groupedAddresses());
            case MESSAGE_IDS -> texts(out, field.messageIds());
            case DATE -> date(out, field.date());
            case URLS -> texts(out, field.urls());
        }
    }

    /** A list of texts, or null. */
    static void texts(JsonSink out, @Nullable List<String> texts) {
        if (texts == null) {
            out.nothing();
            return;
        }
        out.array();
        texts.forEach(out::text);
        out.end();
    }

    /** A text, or null. */
    static void text(JsonSink out, @Nullable String text) {
        if (text == null) {
            out.nothing();
        } else {
            out.text(text);
        }
    }

    private static void addresses(JsonSink out, List<Address> addresses) {
        out.array();
        for (Address address : addresses) {
            out.object().name("name");
            text(out, address.name());
            out.member("email", address.email()).end();
        }
        out.end();
    }

    private static void groups(JsonSink out, List<AddressGroup> groups) {
        out.array();
        for (AddressGroup group : groups) {
            out.object().name("name");
            text(out, group.name());
            out.name("addresses");
            addresses(out, group.addresses());
            out.end();
        }
        out.end();
    }

    private static void date(JsonSink out, @Nullable OffsetDateTime date) {
        text(out, date == null ? null : DATE.format(date));
    }
}
