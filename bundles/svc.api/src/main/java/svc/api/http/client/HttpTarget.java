package svc.api.http.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * The parsed URL of an HTTP server.
 *
 * @param secure whether the URL uses TLS
 * @param host the name or the literal address, without brackets, in lower case
 * @param port the port
 * @param path path and query
 */
public record HttpTarget(boolean secure, String host, int port, String path) {

    /** The maximum length of a URL. */
    public static final int LONGEST = 2_000;

    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final int LAST_PORT = 65_535;

    /** Parses an https or http URL; empty for any other text. */
    public static Optional<HttpTarget> parse(String url) {
        if (url.length() > LONGEST || !url.chars().allMatch(c -> c > ' ' && c < 127)) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            boolean secure = scheme.equals("https");
            String host = uri.getHost();
            boolean clean = uri.getRawUserInfo() == null && uri.getRawFragment() == null;
            if (host == null || host.isEmpty() || host.contains("%") || !clean || !(secure || scheme.equals("http"))) {
                return Optional.empty();
            }
            int port = uri.getPort() == -1 ? (secure ? HTTPS : HTTP) : uri.getPort();
            return port < 1 || port > LAST_PORT
                    ? Optional.empty()
                    : Optional.of(new HttpTarget(secure, bare(host), port, path(uri)));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static String bare(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return (bracketed ? host.substring(1, host.length() - 1) : host).toLowerCase(Locale.ROOT);
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    /** Returns whether the host is a literal IPv6 address. */
    public boolean colons() {
        return host.indexOf(':') >= 0;
    }

    /** Returns the value of the field {@code Host}: the host, and the port unless it is the default. */
    public String authority() {
        String name = colons() ? "[" + host + "]" : host;
        return port == (secure ? HTTPS : HTTP) ? name : name + ":" + port;
    }

    /** Returns scheme and authority (RFC 6454). */
    public String origin() {
        return (secure ? "https://" : "http://") + authority();
    }

    /** Returns the URL. */
    public URI toUri() {
        return URI.create(origin() + path);
    }

    /** Returns a text without the URL, which may be secret. */
    @Override
    public String toString() {
        return "a server";
    }
}
