package svc.cap.mail.compose;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.SetError;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.HeaderForm;
import svc.mime.write.MessageDraft;

/** The value of a header field from a client, in one of the forms of RFC 8621 §4.1.2. */
final class HeaderFieldValue {

    /** A value in angle brackets. It cannot be folded, so it must fit into one line (RFC 5322 §2.1.1). */
    private static final Pattern BETWEEN_BRACKETS = Pattern.compile("[^\\s\\p{Cntrl}<>]{1,900}");

    private static final Pattern ADDRESS = Pattern.compile("[^\\p{Cntrl}]{0,900}");
    private static final Pattern BARE_CR = Pattern.compile("\r(?!\n)");

    private final String property;

    private HeaderFieldValue(String property) {
        this.property = property;
    }

    /** Returns the value. Returns empty if the client gives an empty list, because then no field is written. */
    static Optional<MessageDraft.Value> of(String property, HeaderForm form, @Nullable Object given) {
        HeaderFieldValue value = new HeaderFieldValue(property);
        return switch (form) {
            case RAW -> Optional.of(new MessageDraft.Value.Raw(value.text(given)));
            case TEXT -> Optional.of(new MessageDraft.Value.Text(value.text(given)));
            case DATE -> Optional.of(new MessageDraft.Value.Date(value.date(given)));
            case ADDRESSES -> list(value.addresses(given)).map(MessageDraft.Value.Addresses::new);
            case GROUPED_ADDRESSES -> list(value.groups(given)).map(MessageDraft.Value.Groups::new);
            case MESSAGE_IDS -> list(value.texts(given, "message ids")).map(MessageDraft.Value.MessageIds::new);
            case URLS -> list(value.texts(given, "URLs")).map(MessageDraft.Value.Urls::new);
        };
    }

    private static <T> Optional<List<T>> list(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list);
    }

    private SetError invalid(String expected) {
        return SetError.invalidProperty(property, property + " must be " + expected + ".");
    }

    private String text(@Nullable Object given) {
        if (given instanceof String text && !BARE_CR.matcher(text).find()) {
            return text;
        }
        throw invalid("a string without a carriage return that is not followed by a line feed");
    }

    private OffsetDateTime date(@Nullable Object given) {
        return JmapDates.date(given).orElseThrow(() -> invalid("a date such as 2030-01-31T12:00:00+01:00"));
    }

    private List<?> array(@Nullable Object given, String expected) {
        if (given instanceof List<?> list) {
            return list;
        }
        throw invalid("an array of " + expected);
    }

    private List<String> texts(@Nullable Object given, String expected) {
        List<String> texts = new ArrayList<>();
        for (Object one : array(given, expected)) {
            if (!(one instanceof String text) || !BETWEEN_BRACKETS.matcher(text).matches()) {
                throw invalid("an array of " + expected
                        + ", each of at most 900 characters and without angle brackets and white space");
            }
            texts.add(text);
        }
        return texts;
    }

    private List<Address> addresses(@Nullable Object given) {
        List<Address> addresses = new ArrayList<>();
        for (Object one : array(given, "EmailAddress")) {
            Map<?, ?> members = members(one, "EmailAddress", Set.of("name", "email"));
            if (!(members.get("email") instanceof String email)
                    || !ADDRESS.matcher(email).matches()) {
                throw invalid("an array of EmailAddress, each with an email of one line and at most 900 characters");
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
        throw invalid("an array of " + type + ", each with no members but "
                + String.join(" and ", known.stream().sorted().toList()));
    }

    private @Nullable String name(Map<?, ?> members) {
        Object name = members.get("name");
        if (name != null && !(name instanceof String)) {
            throw invalid("an array whose names are strings or null");
        }
        return (String) name;
    }
}
