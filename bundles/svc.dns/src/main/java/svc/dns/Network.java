package svc.dns;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Security;
import svc.api.time.Clock;
import svc.dns.Servers.Wish;
import svc.dns.Settings.Dnssec;

/** Answers questions by queries to the servers, as {@code [dns] dnssec} requires. Thread-safe. */
final class Network {

    private static final int KEY_BYTES = 4_000_000;
    private static final long FAILURE_NANOS = 10_000_000_000L;
    private static final Path RESOLV_CONF = Path.of("/etc/resolv.conf");

    private final Settings settings;
    private final Clock clock;
    private final Servers servers;
    private final Supplier<List<InetSocketAddress>> addresses;
    private final SignatureCheck signatures;
    private final TtlCache<Question, Message> keys = new TtlCache<>(KEY_BYTES);

    Network(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.servers = new Servers(clock);
        this.addresses = settings.servers().isEmpty() ? new SystemServers(RESOLV_CONF, clock) : settings::servers;
        this.signatures = new SignatureCheck(addresses, anchor(), servers, clock);
    }

    /** Returns the name of the first trust anchor. */
    Name anchor() {
        return settings.anchors().get(0).getName();
    }

    Settings settings() {
        return settings;
    }

    SignatureCheck signatures() {
        return signatures;
    }

    /** Runs a lookup. A failure may be cached for some seconds (RFC 2308 §7: for at most five minutes). */
    Lookup.Result lookup(Question question) {
        long until = clock.nanos() + settings.timeout().toNanos();
        try {
            return Lookup.run(asker(until), question, clock);
        } catch (LookupException e) {
            return new Lookup.Result(
                    new Answer.Failed<Record>(e.failure(), question + ": " + e.getMessage()), FAILURE_NANOS);
        }
    }

    private Lookup.Asker asker(long until) throws LookupException {
        if (settings.dnssec() == Dnssec.TRUST) {
            return question -> {
                Message answer = servers.ask(addresses.get(), question, Wish.AUTHENTICATED, until);
                return new Lookup.Reply(answer, Lookup.security(answer));
            };
        }
        SignatureCheck.Choice choice = settings.dnssec() == Dnssec.VALIDATE
                ? signatures.choose()
                : new SignatureCheck.Choice(addresses.get(), false);
        if (!choice.signed()) {
            return question ->
                    new Lookup.Reply(servers.ask(choice.addresses(), question, Wish.RECORDS, until), Security.INSECURE);
        }
        Validator validator = new Validator(
                question -> servers.ask(choice.addresses(), question, Wish.SIGNATURES, until),
                settings.anchors(),
                keys,
                clock,
                until);
        return question -> {
            Message answer = validator.validated(question);
            return new Lookup.Reply(answer, Lookup.security(answer));
        };
    }
}
