package svc.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** A network of addresses. A name is never looked up. */
record Cidr(InetAddress network, int bits) {

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** Reads {@code 10.0.0.0/8}, {@code fd00::/8} or a single address. */
    static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        String number = slash < 0 ? "" : text.substring(slash + 1);
        if (slash >= 0 && !number.matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        return address(slash < 0 ? text : text.substring(0, slash)).flatMap(address -> {
            int width = address.getAddress().length * 8;
            int bits = slash < 0 ? width : Integer.parseInt(number);
            return bits > width ? Optional.empty() : Optional.of(new Cidr(address, bits));
        });
    }

    /** Reads a literal address; an IPv4 address in IPv6 form becomes the IPv4 address. */
    static Optional<InetAddress> address(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        if (IPV4.matcher(text).matches()
                && Arrays.stream(text.split("\\.", -1)).anyMatch(part -> Integer.parseInt(part) > 255)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
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
}
