package svc.cap.mail.message;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonWriter;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;

/** Writes header fields as JSON in the parsed forms of RFC 8621 §4.1.2. */
public final class HeaderJson {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

    private HeaderJson() {}

    /** Writes the value of a field in a form, or null if there is no field. */
    static void write(JsonWriter out, HeaderForm form, @Nullable HeaderField field) {
        if (field == null) {
            out.nullValue();
            return;
        }
        switch (form) {
            case RAW -> out.string(field.raw());
            case TEXT -> out.string(field.text());
            case ADDRESSES -> addresses(out, field.addresses());
            case GROUPED_ADDRESSES -> groups(out, field.groupedAddresses());
            case MESSAGE_IDS -> texts(out, field.messageIds());
            case DATE -> date(out, field.date());
            case URLS -> texts(out, field.urls());
        }
    }

    /** Writes an array of strings, or null. */
    public static void texts(JsonWriter out, @Nullable List<String> texts) {
        if (texts == null) {
            out.nullValue();
            return;
        }
        out.beginArray();
        texts.forEach(out::string);
        out.end();
    }

    /** Writes a string, or null. */
    static void text(JsonWriter out, @Nullable String text) {
        if (text == null) {
            out.nullValue();
        } else {
            out.string(text);
        }
    }

    private static void addresses(JsonWriter out, List<Address> addresses) {
        out.beginArray();
        for (Address address : addresses) {
            out.beginObject().name("name");
            text(out, address.name());
            out.stringMember("email", address.email()).end();
        }
        out.end();
    }

    private static void groups(JsonWriter out, List<AddressGroup> groups) {
        out.beginArray();
        for (AddressGroup group : groups) {
            out.beginObject().name("name");
            text(out, group.name());
            out.name("addresses");
            addresses(out, group.addresses());
            out.end();
        }
        out.end();
    }

    private static void date(JsonWriter out, @Nullable OffsetDateTime date) {
        text(out, date == null ? null : DATE.format(date));
    }
}
