package svc.dns;

import static java.util.Objects.requireNonNullElse;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TLSARecord;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.time.Clock;

/**
 * The {@link Resolver} of this server: a cache in front of the servers of {@code [dns]}. Lookups of the same records
 * share one request. Thread-safe.
 */
@Component(
        service = {Resolver.class, CachingResolver.class},
        configurationPid = "svc.dns")
@Designate(ocd = DnsConfig.class)
public final class CachingResolver implements Resolver {

    private final Clock clock;
    private final Network network;
    private final SharedLookups lookups;
    private final Clock.Alarm firstCheck;
    private final long startedAt;

    @Activate
    public CachingResolver(
            DnsConfig config, BundleContext context, @Reference Clock clock, @Reference LookupCounters counters) {
        this(Settings.of(config, Path.of(requireNonNullElse(context.getProperty("svc.home"), "."))), clock, counters);
    }

    CachingResolver(Settings settings, Clock clock, LookupCounters counters) {
        this.clock = clock;
        this.network = new Network(settings, clock);
        this.lookups = new SharedLookups(network, clock, counters);
        this.startedAt = clock.nanos();
        this.firstCheck = clock.schedule(QUIET, this::checkServers);
    }

    @Deactivate
    void stop() {
        firstCheck.cancel();
        lookups.stop();
    }

    Network network() {
        return network;
    }

    /** Returns whether the time after the start is over in which only lookups cause queries. */
    boolean mayCheck() {
        return clock.nanos() - startedAt >= QUIET.toNanos();
    }

    /** A server that removes signatures is logged. */
    private void checkServers() {
        if (network.settings().dnssec() == Settings.Dnssec.VALIDATE) {
            var unused = lookups.start(new Question(network.anchor(), Type.SOA));
        }
    }

    @Override
    public Answer<String> txt(String name) {
        return typed(answer(DnsName.parse(name), Type.TXT), record -> text((TXTRecord) record));
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        return family == Family.IPV4
                ? typed(answer(DnsName.parse(host), Type.A), record -> ((ARecord) record).getAddress())
                : typed(answer(DnsName.parse(host), Type.AAAA), record -> ((AAAARecord) record).getAddress());
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return typed(answer(DnsName.parse(domain), Type.MX), record -> {
            MXRecord mx = (MXRecord) record;
            return new Mx(mx.getPriority(), DnsName.text(mx.getTarget()));
        });
    }

    @Override
    public Answer<Srv> srv(String name) {
        return typed(answer(DnsName.parse(name), Type.SRV), record -> {
            SRVRecord srv = (SRVRecord) record;
            return new Srv(srv.getPriority(), srv.getWeight(), srv.getPort(), DnsName.text(srv.getTarget()));
        });
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return typed(
                answer(Optional.of(ReverseMap.fromAddress(address)), Type.PTR),
                record -> DnsName.text(((PTRRecord) record).getTarget()));
    }

    @Override
    public Answer<Tlsa> tlsa(String name) {
        return typed(answer(DnsName.parse(name), Type.TLSA), record -> {
            TLSARecord tlsa = (TLSARecord) record;
            return new Tlsa(
                    tlsa.getCertificateUsage(),
                    tlsa.getSelector(),
                    tlsa.getMatchingType(),
                    HexFormat.of().withUpperCase().formatHex(tlsa.getCertificateAssociationData()));
        });
    }

    @Override
    public Answer<String> cname(String name) {
        return typed(
                answer(DnsName.parse(name), Type.CNAME), record -> DnsName.text(((CNAMERecord) record).getTarget()));
    }

    private static String text(TXTRecord record) {
        StringBuilder text = new StringBuilder();
        for (byte[] part : record.getStringsAsByteArrays()) {
            text.append(new String(part, StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    private static <T> Answer<T> typed(Answer<Record> answer, Function<Record, T> read) {
        if (answer instanceof Found<Record> found) {
            return new Found<>(found.records().stream().map(read).toList(), found.security());
        }
        if (answer instanceof None<Record> none) {
            return new None<>(none.security());
        }
        Failed<Record> failed = (Failed<Record>) answer;
        return new Failed<>(failed.failure(), failed.reason());
    }

    private Answer<Record> answer(Optional<Name> name, int type) {
        return name.isEmpty() ? new None<>(Security.INSECURE) : lookups.answer(new Question(name.get(), type));
    }
}
