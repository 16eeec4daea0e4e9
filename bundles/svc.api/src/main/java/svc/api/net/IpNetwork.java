package svc.api.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IP network (CIDR) or a single address. Parsing never resolves host names. Immutable.
 *
 * @param first the first address
 * @param bits the prefix length
 */
public record IpNetwork(InetAddress first, int bits) {

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private static final Pattern ZEROS = Pattern.compile("\\b0(:0)+\\b");

    /** Parses {@code 10.0.0.0/8}, {@code fd00::/8} or a single address; empty if the text is neither. */
    public static Optional<IpNetwork> parse(String text) {
        int slash = text.indexOf('/');
        String number = slash < 0 ? "" : text.substring(slash + 1);
        if (slash >= 0 && !number.matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        return address(slash < 0 ? text : text.substring(0, slash)).flatMap(address -> {
            int width = address.getAddress().length * 8;
            int bits = slash < 0 ? width : Integer.parseInt(number);
            return bits > width ? Optional.empty() : Optional.of(of(address, bits));
        });
    }

    /** Returns the network with this prefix length that contains the address. */
    public static IpNetwork of(InetAddress address, int bits) {
        byte[] bytes = address.getAddress();
        for (int i = 0; i < bytes.length; i++) {
            int kept = Math.max(0, Math.min(8, bits - 8 * i));
            bytes[i] &= (byte) (0xff << (8 - kept));
        }
        try {
            return new IpNetwork(InetAddress.getByAddress(bytes), bits);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has as many bytes as an address", e);
        }
    }

    /**
     * Returns the network that a single client is assumed to control: an IPv4 address alone, or the /64 of an IPv6
     * address.
     */
    public static IpNetwork around(InetAddress address) {
        return of(address, address.getAddress().length == Integer.BYTES ? 32 : 64);
    }

    /**
     * Parses a literal address. An IPv4-mapped IPv6 address is returned as the IPv4 address. An IPv6 address can be in
     * brackets, as in URLs and in the client address of a servlet request.
     */
    public static Optional<InetAddress> address(String text) {
        if (text.startsWith("[") && text.endsWith("]") && text.contains(":")) {
            return address(text.substring(1, text.length() - 1));
        }
        Pattern literal = text.indexOf(':') < 0 ? IPV4 : IPV6;
        if (!literal.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the network contains the address. */
    public boolean contains(InetAddress address) {
        byte[] mine = first.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = bits / 8;
        if (!Arrays.equals(mine, 0, whole, other, 0, whole)) {
            return false;
        }
        int mask = bits % 8 == 0 ? 0 : 0xff << (8 - bits % 8) & 0xff;
        return mask == 0 || (mine[whole] & mask) == (other[whole] & mask);
    }

    /**
     * Returns the usual notation: {@code 10.0.0.0/8}, {@code 2001:db8::/32}; a single address without the prefix
     * length.
     */
    @Override
    public String toString() {
        boolean single = bits == first.getAddress().length * 8;
        return text(first) + (single ? "" : "/" + bits);
    }

    /** Formats an address (RFC 5952 for IPv6). */
    public static String text(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return address.getHostAddress();
        }
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += 2) {
            groups.add(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)));
        }
        Matcher zeros = ZEROS.matcher(String.join(":", groups));
        String longest = "";
        while (zeros.find()) {
            longest = zeros.group().length() > longest.length() ? zeros.group() : longest;
        }
        String text = String.join(":", groups);
        return longest.isEmpty() ? text : shortened(text, longest);
    }

    private static String shortened(String text, String zeros) {
        int at = text.startsWith(zeros) ? 0 : text.indexOf(":" + zeros) + 1;
        String before = text.substring(0, Math.max(0, at - 1));
        String after = text.substring(Math.min(text.length(), at + zeros.length() + 1));
        return before + "::" + after;
    }
}
