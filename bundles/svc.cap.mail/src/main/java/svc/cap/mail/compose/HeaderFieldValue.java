package svc.cap.mail;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.Draft;
import svc.mime.HeaderForm;

/** The value of a header field as a client gives it, in one of the forms of RFC 8621 §4.1.2. */
final class FieldValue {

    /** RFC 8620 §1.4. */
    private static final Pattern DATE =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

    private static final Pattern BETWEEN_BRACKETS = Pattern.compile("[^\\s\\p{Cntrl}<>]+");

    private final String property;

    private FieldValue(String property) {
        this.property = property;
    }

    /** The value; empty where there is nothing to write: an empty list. */
    static Optional<Draft.Value> of(String property, HeaderForm form, @Nullable Object given) {
        FieldValue value = new FieldValue(property);
        return switch (form) {
            case RAW -> Optional.of(new Draft.Value.Raw(value.text(given)));
            case TEXT -> Optional.of(new Draft.Value.Text(value.text(given)));
            case DATE -> Optional.of(new Draft.Value.Date(value.date(given)));
            case ADDRESSES -> list(value.addresses(given)).map(Draft.Value.Addresses::new);
            case GROUPED_ADDRESSES -> list(value.groups(given)).map(Draft.Value.Groups::new);
            case MESSAGE_IDS -> list(value.texts(given, "ids of messages")).map(Draft.Value.MessageIds::new);
            case URLS -> list(value.texts(given, "URLs")).map(Draft.Value.Urls::new);
        };
    }

    private static <T> Optional<List<T>> list(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list);
    }

    private SetError wrong(String must) {
        return SetError.invalidProperty(property, property + " must be " + must + ".");
    }

    private String text(@Nullable Object given) {
        if (given instanceof String text) {
            return text;
        }
        throw wrong("a text");
    }

    private OffsetDateTime date(@Nullable Object given) {
        try {
            if (given instanceof String text && DATE.matcher(text).matches()) {
                return OffsetDateTime.parse(text);
            }
        } catch (DateTimeParseException e) { // the 30th of February
            throw noDate();
        }
        throw noDate();
    }

    private SetError noDate() {
        return wrong("a time such as 2030-01-31T12:00:00+01:00");
    }

    private List<?> array(@Nullable Object given, String what) {
        if (given instanceof List<?> list) {
            return list;
        }
        throw wrong("an array of " + what);
    }

    private List<String> texts(@Nullable Object given, String what) {
        List<String> texts = new ArrayList<>();
        for (Object one : array(given, what)) {
            if (!(one instanceof String text) || !BETWEEN_BRACKETS.matcher(text).matches()) {
                throw wrong("an array of " + what + ", without angle brackets and white space");
            }
            texts.add(text);
        }
        return texts;
    }

    private List<Address> addresses(@Nullable Object given) {
        List<Address> addresses = new ArrayList<>();
        for (Object one : array(given, "EmailAddress")) {
            Map<?, ?> members = members(one, "EmailAddress", Set.of("name", "email"));
            if (!(members.get("email") instanceof String email)) {
                throw wrong("an array of EmailAddress, each with an email");
            }
            addresses.add(new Address(name(members), email));
        }
        return addresses;
    }

    private List<AddressGroup> groups(@Nullable Object given) {
        List<AddressGroup> groups = new ArrayList<>();
        for (Object one : array(given, "EmailAddressGroup")) {
            Map<?, ?> members = members(one, "EmailAddressGroup", Set.of("name", "addresses"));
            groups.add(new AddressGroup(name(members), addresses(members.get("addresses"))));
        }
        return groups;
    }

    private Map<?, ?> members(@Nullable Object given, String type, Set<String> known) {
        if (given instanceof Map<?, ?> members && known.containsAll(members.keySet())) {
            return members;
        }
        throw wrong("an array of " + type + ", each with nothing but "
                + String.join(" and ", known.stream().sorted().toList()));
    }

    private @Nullable String name(Map<?, ?> members) {
        Object name = members.get("name");
        if (name != null && !(name instanceof String)) {
            throw wrong("of texts: each name is one, or null");
        }
        return (String) name;
    }
}
