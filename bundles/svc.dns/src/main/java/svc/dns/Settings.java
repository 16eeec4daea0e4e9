package svc.dns;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.xbill.DNS.RRset;
import svc.api.lifecycle.StartupException;
import svc.api.net.IpNetwork;

/**
 * The parsed configuration.
 *
 * @param servers the configured servers; empty for those of the system
 * @param dnssec how answers are authenticated
 * @param anchors the trust anchors, one set for each name
 * @param timeout the longest duration of a lookup
 * @param cacheBytes the size of the cache
 */
record Settings(List<InetSocketAddress> servers, Dnssec dnssec, List<RRset> anchors, Duration timeout, int cacheBytes) {

    /** How answers are authenticated. */
    enum Dnssec {
        VALIDATE,
        TRUST,
        OFF
    }

    /**
     * Parses the configuration.
     *
     * @param config the configuration
     * @param home the folder that relative paths start from
     * @throws StartupException if a server is not an IP address, or the file of trust anchors is unusable
     */
    static Settings of(DnsConfig config, Path home) {
        return new Settings(
                Arrays.stream(config.servers()).map(Settings::server).toList(),
                Dnssec.valueOf(config.dnssec().toUpperCase(Locale.ROOT)),
                config.trust_anchor().isBlank() ? TrustAnchors.builtIn() : anchors(home.resolve(config.trust_anchor())),
                Duration.ofSeconds(config.timeout_seconds()),
                config.cache_bytes());
    }

    private static InetSocketAddress server(String text) {
        String server = text.strip();
        int colon = server.lastIndexOf(':');
        return IpNetwork.address(server.substring(0, Math.max(0, colon)))
                .map(address -> new InetSocketAddress(address, Integer.parseInt(server.substring(colon + 1))))
                .orElseThrow(() -> new StartupException(
                        "[dns] servers: \"" + server + "\" is not an IP address with a port.",
                        "Write for example \"127.0.0.1:53\" or \"[::1]:53\"."));
    }

    private static List<RRset> anchors(Path file) {
        try {
            return TrustAnchors.read(file);
        } catch (IOException e) {
            throw new StartupException(
                    "[dns] trust_anchor: " + file + " contains no usable trust anchors: " + e.getMessage(),
                    "Write one DS or DNSKEY record a line, as in a zone file, or delete the key.");
        }
    }
}
