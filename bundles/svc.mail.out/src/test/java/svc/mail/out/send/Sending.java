package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.mail.out.MailOutConfig;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.mail.out.tls.TlsPolicy;
import svc.testclock.AdvanceableClock;

/** The transport with hosts, DNS, TLS policies and a clock of a test. */
final class Sending implements AutoCloseable {

    static final String MESSAGE = "From: ann@own.test\r\nSubject: one\r\n\r\nHello\r\n";

    final AdvanceableClock clock = new AdvanceableClock();
    final Zone zone = new Zone();
    final SendMetrics metrics = new SendMetrics();
    final List<String> tlsResults = new CopyOnWriteArrayList<>();
    final List<Host> policyLookups = new CopyOnWriteArrayList<>();
    private final List<ScriptedHost> hosts = new ArrayList<>();
    private final Map<String, Object> table = new HashMap<>(Map.of("allow_private", true));
    private SessionOpener.PolicySource policies = host -> opportunistic();
    private SmtpTransport.Signing signing = mail -> mail;
    private @Nullable SessionPool pool;
    private @Nullable SmtpTransport transport;

    static TlsPolicy opportunistic() {
        return new TlsPolicy(TlsPolicy.Type.NO_POLICY_FOUND, false, Optional.empty(), Optional.empty());
    }

    /** Sets a key of the configuration. */
    Sending with(String key, Object value) {
        table.put(key, value);
        return this;
    }

    Sending policies(SessionOpener.PolicySource source) {
        policies = source;
        return this;
    }

    Sending signing(SmtpTransport.Signing other) {
        signing = other;
        return this;
    }

    /** Opens a host on the next address of 127.0.0.0/8, with an A record. */
    ScriptedHost host(String name) {
        String address = "127.0.0." + (hosts.size() + 1);
        ScriptedHost host =
                new ScriptedHost(address, hosts.isEmpty() ? 0 : hosts.get(0).port());
        hosts.add(host);
        zone.address(name, address);
        return host;
    }

    /** Opens a host that is the only MX of a domain. */
    ScriptedHost mx(String domain) {
        zone.mx(domain, 10, "mx." + domain);
        return host("mx." + domain);
    }

    static MailOutConfig config(Map<String, Object> table) {
        return (MailOutConfig) Proxy.newProxyInstance(
                MailOutConfig.class.getClassLoader(),
                new Class<?>[] {MailOutConfig.class},
                (proxy, method, arguments) -> table.getOrDefault(method.getName(), method.getDefaultValue()));
    }

    SmtpTransport transport() {
        SmtpTransport created = transport;
        if (created == null) {
            if (!hosts.isEmpty()) {
                table.putIfAbsent("port", hosts.get(0).port());
            }
            SendSettings settings = new SendSettings(config(table), Path.of("."));
            SessionOpener.PolicySource recorded = host -> {
                policyLookups.add(host);
                return policies.find(host);
            };
            SessionOpener opener = new SessionOpener(
                    settings,
                    recorded,
                    recorded,
                    (host, policy, outcome) -> tlsResults.add(host.name() + " " + outcome.failure()),
                    () -> "mail.own.test");
            SessionPool sessions = new SessionPool(settings, clock);
            created = new SmtpTransport(
                    settings,
                    new Routes(settings, zone, () -> "mail.own.test"),
                    new HostAttempts(opener, sessions, metrics, clock),
                    signing,
                    metrics,
                    clock);
            pool = sessions;
            transport = created;
        }
        return created;
    }

    SessionPool pool() {
        transport();
        return requireNonNull(pool);
    }

    /** Sends the usual message. */
    List<SmtpReply> send(String... recipients) throws IOException {
        return send(Envelope.of("ann@own.test", List.of(recipients)), MESSAGE);
    }

    /** Sends a message whose characters are octets. */
    List<SmtpReply> send(Envelope envelope, String message) throws IOException {
        return transport().send(mail(envelope, message)).replies();
    }

    static OutgoingMail mail(Envelope envelope, String message) {
        String to = envelope.recipients().get(0).address();
        byte[] octets = message.getBytes(ISO_8859_1);
        return new OutgoingMail(
                "q1",
                new Account(1, "own", "ann@own.test", ""),
                envelope,
                to.substring(to.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT),
                octets.length,
                out -> out.write(octets));
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.stop();
        }
        hosts.forEach(ScriptedHost::close);
        clock.stop();
    }
}
