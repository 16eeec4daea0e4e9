package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.launcher.TestAuthority.Issued;

/** Domains with different policies: their zones, hosts, certificates, and an HTTPS server with their MTA-STS policies. */
final class PolicyDomains implements AutoCloseable {

    private static final int POLICY_HOST = 50;
    private static final int TARPIT = 51;

    /** Options of smtpd. */
    private static final String TLS = "smtpd_tls_security_level=may";

    private static final String ASCII = "smtpd_discard_ehlo_keywords=8bitmime, smtputf8, chunking";
    private static final String FULL =
            "smtpd_recipient_restrictions=check_recipient_access static:{452 4.2.2 Mailbox full}, reject";

    private static final String GREY = "smtpd_recipient_restrictions=check_policy_service inet:127.0.0.1:";

    private final NetworkBox box;
    private final TestAuthority authority;
    private final String reports;
    private final Map<String, String> policies = new TreeMap<>();
    private @Nullable HttpsServer web;
    private int next = 11;

    /**
     * Creates no domain yet.
     *
     * @param reports the domain to which all domains ask for TLS reports
     */
    PolicyDomains(NetworkBox box, TestAuthority authority, String reports) {
        this.box = box;
        this.authority = authority;
        this.reports = reports;
    }

    /** Returns the address of the host that answers slowly. */
    static String tarpit() {
        return NetworkBox.address(TARPIT);
    }

    /**
     * Adds all domains.
     *
     * @param greylist the port of the greylist
     */
    void add(int greylist) throws Exception {
        addHost("clear.test");
        addHost("dane-clear.test");
        tlsa("dane-clear.test", new byte[32]);
        addHost("tls.test", TLS, chain(authority.selfSigned("tls", "dns:other.test")));
        Issued pinned = authority.selfSigned("dane", "dns:other.test");
        addHost("dane.test", TLS, chain(pinned));
        tlsa("dane.test", sha256(pinned));
        addHost("dane-wrong.test", TLS, chain(pinned));
        tlsa("dane-wrong.test", new byte[32]);
        addHost("dane.unsigned", TLS, chain(pinned));
        tlsa("dane.unsigned", new byte[32]);
        addHost("sts.test", TLS, chain(authority.issue("sts", "dns:mx.sts.test")));
        addHost("sts-wrong.test", TLS, chain(authority.issue("sts-wrong", "dns:other.test")));
        addHost("sts-other.test", TLS, chain(authority.issue("sts-other", "dns:mx.sts-other.test")));
        addHost("sts-testing.test", TLS, chain(authority.issue("sts-testing", "dns:other.test")));
        policy("sts.test", "enforce", "mx.sts.test");
        policy("sts-wrong.test", "enforce", "*.sts-wrong.test");
        policy("sts-other.test", "enforce", "elsewhere.test");
        policy("sts-testing.test", "testing", "mx.sts-testing.test");
        addHost("ascii.test", TLS, chain(pinned), ASCII);
        addHost("full.test", TLS, chain(pinned), FULL);
        addHost("grey.test", TLS, chain(pinned), GREY + greylist + ", permit");
        box.record("tarpit.test. IN MX 10 mx.tarpit.test.");
        box.record("mx.tarpit.test. IN A " + NetworkBox.address(TARPIT));
        box.record("null.test. IN MX 0 .");
        box.record("name.bogus. IN MX 10 mx.clear.test.");
        addHost(reports);
    }

    private void addHost(String domain, String... options) {
        box.record(domain + ". IN MX 10 mx." + domain + ".");
        box.record("mx." + domain + ". IN A " + NetworkBox.address(next));
        box.record("_smtp._tls." + domain + ". IN TXT \"v=TLSRPTv1; rua=mailto:" + domain + "@" + reports + "\"");
        box.host(domain, next++, options);
    }

    private static String chain(Issued issued) {
        return "smtpd_tls_chain_files=" + issued.keyFile() + ", " + issued.certificateFile();
    }

    private void tlsa(String domain, byte[] hash) {
        box.record("_25._tcp.mx." + domain + ". IN TLSA 3 1 1 " + HexFormat.of().formatHex(hash));
    }

    private static byte[] sha256(Issued issued) throws Exception {
        return MessageDigest.getInstance("SHA-256")
                .digest(issued.certificate().getPublicKey().getEncoded());
    }

    private void policy(String domain, String mode, String mx) {
        box.record("_mta-sts." + domain + ". IN TXT \"v=STSv1; id=1\"");
        box.record("mta-sts." + domain + ". IN A " + NetworkBox.address(POLICY_HOST));
        policies.put(
                "mta-sts." + domain, "version: STSv1\r\nmode: " + mode + "\r\nmx: " + mx + "\r\nmax_age: 604800\r\n");
    }

    /** Starts to serve the MTA-STS policies. */
    void serve() throws Exception {
        String names = policies.keySet().stream().map(name -> "dns:" + name).collect(Collectors.joining(","));
        HttpsServer server = HttpsServer.create(new InetSocketAddress(NetworkBox.address(POLICY_HOST), 443), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(authority.context(authority.issue("web", names))));
        server.createContext("/.well-known/mta-sts.txt", exchange -> {
            String host = exchange.getRequestHeaders().getFirst("Host");
            byte[] policy = requireNonNull(policies.get(host)).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, policy.length);
            exchange.getResponseBody().write(policy);
            exchange.close();
        });
        server.start();
        web = server;
    }

    @Override
    public void close() {
        if (web != null) {
            web.stop(0);
        }
    }
}
