package svc.http;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.boot.BootRefusal;
import svc.api.guard.Network;

/** What {@code [server]} means, checked. */
record Settings(
        ListenAddress listen,
        Optional<ListenAddress> admin,
        Optional<URI> publicUrl,
        List<Network> trustedProxies,
        List<String> corsOrigins,
        Optional<Tls> tls,
        Limits limits) {

    /** The TLS listener and where its certificate is. */
    record Tls(ListenAddress listen, Path certificate, Path key, boolean selfSigned) {}

    /**
     * Checks what is written.
     *
     * @param home relative files are taken from there
     * @throws BootRefusal that names the key
     */
    static Settings of(ServerConfig config, Path home) {
        return new Settings(
                ListenAddress.parse("listen", config.listen())
                        .orElseThrow(() -> new BootRefusal(
                                "[server] listen is empty.", "Write an address with a port, or delete the key.")),
                ListenAddress.parse("admin_bind", config.admin_bind()),
                publicUrl(config.public_url()),
                written(config.trusted_proxies()).map(Settings::proxy).toList(),
                written(config.cors_origins()).map(Settings::origin).toList(),
                tls(config, home),
                Limits.of(config));
    }

    /** An empty list arrives as one empty text, the default that the metatype can say. */
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
                .orElseThrow(() -> new BootRefusal(
                        "[server] public_url = \"" + text + "\" is not the URL of a server.",
                        "Write it as \"https://mail.example.org\".")));
    }

    private static Network proxy(String text) {
        return Network.parse(text)
                .orElseThrow(() -> new BootRefusal(
                        "[server] trusted_proxies has \"" + text + "\", which is no address and no network.",
                        "Write addresses or networks, such as \"10.0.0.0/8\" or \"::1\"."));
    }

    private static String origin(String text) {
        boolean good = text.equals("*")
                || webAddress(text)
                        .filter(uri -> (uri.getScheme() + "://" + uri.getRawAuthority()).equals(text))
                        .isPresent();
        if (!good) {
            throw new BootRefusal(
                    "[server] cors_origins has \"" + text + "\", which is no origin.",
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

    private static Optional<Tls> tls(ServerConfig config, Path home) {
        boolean files =
                !config.tls_cert_file().isBlank() && !config.tls_key_file().isBlank();
        boolean oneFile = !files && !(config.tls_cert_file() + config.tls_key_file()).isBlank();
        Optional<ListenAddress> listen = ListenAddress.parse("tls_listen", config.tls_listen());
        if (oneFile) {
            throw new BootRefusal(
                    "[server] names only one of tls_cert_file and tls_key_file.", "Name both files, or neither.");
        }
        if (listen.isEmpty()) {
            return Optional.empty();
        }
        if (files == config.tls_self_signed()) {
            throw new BootRefusal(
                    files
                            ? "[server] names certificate files and asks for a self-signed certificate too."
                            : "[server] tls_listen is set, but there is no certificate.",
                    "Set either tls_cert_file and tls_key_file, or tls_self_signed = true for a trial.");
        }
        Path secrets = home.resolve("secrets");
        return listen.map(address -> files
                ? new Tls(address, home.resolve(config.tls_cert_file()), home.resolve(config.tls_key_file()), false)
                : new Tls(
                        address, secrets.resolve("tls-self-signed.crt"), secrets.resolve("tls-self-signed.key"), true));
    }
}
