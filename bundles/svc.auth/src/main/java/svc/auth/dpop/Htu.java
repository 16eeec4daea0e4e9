package svc.auth.dpop;

import java.util.Locale;
import java.util.Optional;

/**
 * A URL in the form in which the claim {@code htu} of a proof is compared with the URL of a request (RFC 9449 §4.3):
 * scheme and host in lower case, the port as a number, the path unchanged, without query and fragment. An absent port
 * is the default port.
 *
 * @param scheme {@code http} or {@code https}, also for {@code ws} and {@code wss}
 * @param socket whether the scheme was {@code ws} or {@code wss}
 * @param host the host
 * @param port the port
 * @param path the path
 */
public record Htu(String scheme, boolean socket, String host, int port, String path) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int HIGHEST = 65_535;

    /** Parses a URL. Returns empty if it is not an HTTP or WebSocket URL. */
    public static Optional<Htu> of(String text) {
        int colon = text.indexOf("://");
        if (colon < 0) {
            return Optional.empty();
        }
        String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
        boolean socket = scheme.startsWith("ws");
        String http = socket ? "http" + scheme.substring(2) : scheme;
        if (!http.equals("http") && !http.equals("https")) {
            return Optional.empty();
        }
        String rest = text.substring(colon + 3);
        int slash = end(rest, "/?#");
        String path = rest.substring(slash, Math.max(slash, end(rest, "?#")));
        return authority(http, socket, rest.substring(0, slash), path.isEmpty() ? "/" : path);
    }

    private static int end(String text, String marks) {
        int end = 0;
        while (end < text.length() && marks.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static Optional<Htu> authority(String scheme, boolean socket, String authority, String path) {
        int bracket = authority.lastIndexOf(']');
        int colon = authority.indexOf(':', Math.max(bracket, 0));
        String host = (colon < 0 ? authority : authority.substring(0, colon)).toLowerCase(Locale.ROOT);
        String digits = colon < 0 ? "" : authority.substring(colon + 1);
        boolean good = !host.isEmpty() && host.indexOf('@') < 0 && digits.length() <= 5;
        if (!good || !digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return Optional.empty();
        }
        int port = digits.isEmpty() ? scheme.equals("https") ? HTTPS : HTTP : Integer.parseInt(digits);
        return port > HIGHEST ? Optional.empty() : Optional.of(new Htu(scheme, socket, host, port, path));
    }

    /** Returns this URL with the given value of {@code socket}. */
    Htu asSocket(boolean socket) {
        return new Htu(scheme, socket, host, port, path);
    }

    /**
     * Returns whether a proof with the claimed URL is valid for a request to this URL. The opening handshake of a
     * WebSocket may be claimed as {@code http} or as {@code ws}.
     */
    boolean named(Htu claimed) {
        return scheme.equals(claimed.scheme)
                && (socket || !claimed.socket)
                && host.equals(claimed.host)
                && port == claimed.port
                && path.equals(claimed.path);
    }
}
