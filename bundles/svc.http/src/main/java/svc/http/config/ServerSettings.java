package svc.http.config;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.lifecycle.StartupException;
import svc.api.net.IpNetwork;
import svc.api.net.ListenAddress;

/** The checked values of the configuration table {@code [server]}. */
public record ServerSettings(
        ListenAddress listen,
        Optional<ListenAddress> admin,
        Optional<ListenAddress> health,
        Optional<URI> publicUrl,
        List<IpNetwork> trustedProxies,
        List<String> corsOrigins,
        Optional<ListenAddress> tls,
        ClientLimits limits) {

    /**
     * Validates the configuration.
     *
     * @throws StartupException if a value is invalid; the message names the key
     */
    public static ServerSettings of(ServerConfig config) {
        return new ServerSettings(
                ListenAddress.parse("[server] listen", config.listen())
                        .orElseThrow(() -> new StartupException(
                                "[server] listen is empty.", "Write an address with a port, or delete the key.")),
                ListenAddress.parse("[server] admin_bind", config.admin_bind()),
                ListenAddress.parse("[server] health_listen", config.health_listen()),
                publicUrl(config.public_url()),
                written(config.trusted_proxies()).map(ServerSettings::proxy).toList(),
                written(config.cors_origins()).map(ServerSettings::origin).toList(),
                ListenAddress.parse("[server] tls_listen", config.tls_listen()),
                ClientLimits.of(config));
    }

    /**
     * Returns the texts that are not empty. The configuration contains one empty text instead of an empty list, because
     * the metatype cannot express an empty default.
     */
    private static Stream<String> written(String[] texts) {
        return Arrays.stream(texts).filter(text -> !text.isBlank());
    }

    private static Optional<URI> publicUrl(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(webAddress(text)
                .filter(uri ->
                        uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null)
                .orElseThrow(() -> new StartupException(
                        "[server] public_url = \"" + text + "\" is not the URL of a server.",
                        "Write it as \"https://mail.example.org\".")));
    }

    private static IpNetwork proxy(String text) {
        return IpNetwork.parse(text)
                .orElseThrow(() -> new StartupException(
                        "[server] trusted_proxies contains \"" + text
                                + "\", which is neither an address nor a network.",
                        "Write addresses or networks, such as \"10.0.0.0/8\" or \"::1\"."));
    }

    private static String origin(String text) {
        boolean valid = text.equals("*")
                || webAddress(text)
                        .filter(uri -> (uri.getScheme() + "://" + uri.getRawAuthority()).equals(text))
                        .isPresent();
        if (!valid) {
            throw new StartupException(
                    "[server] cors_origins contains \"" + text + "\", which is not an origin.",
                    "Write scheme, host and port only, such as \"https://app.example.org\", or \"*\".");
        }
        return text;
    }

    private static Optional<URI> webAddress(String text) {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
