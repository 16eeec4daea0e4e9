package svc.mailauth;

import java.net.IDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A domain name of at least two labels, in lower case, with A-labels (RFC 5890) and without a dot at the end. The last
 * label is not a number, so that an IP address is not a domain name.
 *
 * @param text the name
 */
public record DomainName(String text) {

    private static final int LONGEST = 253;
    private static final Pattern NAME = Pattern.compile("(?:[a-z0-9_-]{1,63}\\.)+(?![0-9]+$)[a-z0-9_-]{1,63}");

    /** Parses a domain name. Returns null if the text is not a domain name, or has only one label. */
    public static @Nullable DomainName of(String text) {
        if (text.length() > 4 * LONGEST) {
            return null;
        }
        try {
            boolean ascii = text.chars().allMatch(c -> c < 0x80);
            String name = (ascii ? text : IDN.toASCII(text)).toLowerCase(Locale.ROOT);
            name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
            return name.length() <= LONGEST && NAME.matcher(name).matches() ? new DomainName(name) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the domain of an address: the part after its last at sign. Null if that is not a domain name. */
    public static @Nullable DomainName ofAddress(String address) {
        return of(address.substring(address.lastIndexOf('@') + 1));
    }

    /** Returns whether this is the other domain or one of its subdomains. */
    boolean isWithin(DomainName other) {
        return text.equals(other.text) || text.endsWith('.' + other.text);
    }

    /** Returns the name and its parents, down to the last label, as text. */
    List<String> withParents() {
        List<String> names = new ArrayList<>(List.of(text));
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
            names.add(text.substring(dot + 1));
        }
        return names;
    }
}
