package svc.mail.domains.publish;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DkimKeys;
import svc.api.delivery.MailServerName;
import svc.mail.domains.proof.MailDomain;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.RegisteredDomains;
import svc.mail.domains.publish.ClientServices.Service;

/** Composes the lines that the zone of a domain needs, and compares them with DNS. Thread-safe. */
@Component(service = ZoneLines.class)
public final class ZoneLines {

    private static final int HTTPS = 443;

    private final RegisteredDomains registered;
    private final MailServerName server;
    private final ClientServices services;
    private final ZoneComparison comparison;
    private final MtaStsPolicy policy;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "svc-zone-lines"));

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable DkimKeys keys;

    @Activate
    public ZoneLines(
            @Reference RegisteredDomains registered,
            @Reference MailServerName server,
            @Reference ClientServices services,
            @Reference ZoneComparison comparison,
            @Reference MtaStsPolicy policy) {
        this.registered = registered;
        this.server = server;
        this.services = services;
        this.comparison = comparison;
        this.policy = policy;
    }

    @Deactivate
    public void stop() {
        threads.shutdownNow();
    }

    /** Returns the lines for a domain, the most important first. */
    List<ZoneLine> of(String domain) {
        List<ZoneLine> lines = new ArrayList<>();
        try {
            for (Future<ZoneLine> line : threads.invokeAll(comparisons(domain))) {
                lines.add(line.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return lines;
    }

    /** Returns the comparisons of the lines with DNS. They run at the same time, because each waits for answers. */
    private List<Callable<ZoneLine>> comparisons(String domain) {
        Optional<MailDomain> proof = registered.find(domain);
        List<Callable<ZoneLine>> lines = new ArrayList<>();
        lines.add(() -> comparison.mx(domain, server.hostname()));
        proof.ifPresent(found -> lines.add(() -> comparison.exactTxt(found.proofName(), found.proofText())));
        if (proof.isEmpty() || proof.get().kind() == Kind.SENDER) {
            addSender(domain, lines);
            addPolicies(domain, lines);
            addPrograms(domain, lines);
        }
        return lines;
    }

    private void addSender(String domain, List<Callable<ZoneLine>> lines) {
        lines.add(() -> comparison.txt(domain, "v=spf1 mx -all", "v=spf1"));
        DkimKeys signing = keys;
        if (signing != null) {
            signing.records(domain).forEach(key -> lines.add(() -> comparison.exactTxt(key.name(), key.value())));
        }
        lines.add(() -> comparison.txt(
                "_dmarc." + domain, "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@" + domain, "v=DMARC1"));
    }

    private void addPolicies(String domain, List<Callable<ZoneLine>> lines) {
        lines.add(() -> comparison.txt("_mta-sts." + domain, "v=STSv1; id=" + policy.id(), "v=STSv1"));
        lines.add(() -> comparison.alias("mta-sts." + domain, server.hostname()));
        lines.add(() ->
                comparison.txt("_smtp._tls." + domain, "v=TLSRPTv1; rua=mailto:postmaster@" + domain, "v=TLSRPTv1"));
    }

    private void addPrograms(String domain, List<Callable<ZoneLine>> lines) {
        lines.add(() -> comparison.alias("autoconfig." + domain, server.hostname()));
        for (Service service : services.all()) {
            lines.add(() -> comparison.srv(service.srvName(), domain, service.port(), service.host()));
        }
        services.httpsUrl()
                .map(URI::create)
                .filter(url -> url.getHost() != null)
                .ifPresent(url -> lines.add(
                        () -> // RFC 8620 §2.2
                        comparison.srv("jmap", domain, url.getPort() < 0 ? HTTPS : url.getPort(), url.getHost())));
    }
}
