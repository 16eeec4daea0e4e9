package svc.mail.out.tls;

import java.io.IOException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;
import svc.mail.out.report.TlsResult;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.report.TlsResults;
import svc.mail.out.tls.DaneLookup.LookupFailedException;
import svc.mail.out.tls.PolicySearch.Switches;
import svc.mail.out.tls.TlsPolicy.Source;
import svc.mail.out.tls.WebPkiTrustManager.PublicAuthorities;
import svc.mailauth.DomainName;

/**
 * Finds the policy for the TLS connection to a host: DANE, else MTA-STS, else TLS without verification if the host offers
 * it. A message that demands verified TLS (RFC 8689) is sent only to hosts that DNSSEC or MTA-STS authenticates.
 * Thread-safe.
 */
@Component(service = TlsPolicies.class, configurationPid = "svc.mail.out")
public final class TlsPolicies {

    private final PolicySearch search;
    private final TlsResults results;

    @Activate
    public TlsPolicies(
            MailOutConfig config,
            @Reference Resolver resolver,
            @Reference StsPolicies sts,
            @Reference TlsResults results,
            @Reference Clock clock) {
        this(
                new PolicySearch(
                        new Switches(config.dane(), config.mta_sts(), config.port()),
                        resolver,
                        sts,
                        clock,
                        new PublicAuthorities()),
                results);
    }

    TlsPolicies(PolicySearch search, TlsResults results) {
        this.search = search;
        this.results = results;
    }

    /**
     * A host to which messages to a domain are sent.
     *
     * @param domain the domain of the recipients
     * @param name the name of the host
     * @param security whether DNSSEC authenticates that the host receives the mail of the domain
     * @param requireTls whether a message demands verified TLS (RFC 8689)
     */
    public record Host(String domain, String name, Security security, boolean requireTls) {}

    /**
     * The result of a session.
     *
     * @param local the address of this server; empty if unknown
     * @param address the address of the host
     * @param failure the type of the failure (RFC 8460 §4.3); empty for success
     * @param reason the error; empty if none is known
     */
    public record Outcome(String local, String address, String failure, String reason) {

        /** Returns the result of a handshake that failed. */
        public static Outcome failed(String local, String address, Throwable error) {
            for (Throwable cause = error; cause != null; cause = cause.getCause()) {
                if (cause instanceof RejectedCertificateException rejected) {
                    return new Outcome(local, address, rejected.failure(), String.valueOf(rejected.getMessage()));
                }
            }
            return new Outcome(local, address, RejectedCertificateException.OTHER, String.valueOf(error.getMessage()));
        }
    }

    /**
     * Returns the policy for a host. A refusal is counted for the report; it need not be recorded.
     *
     * @throws IOException the policy cannot be determined now; messages to the host wait
     */
    public TlsPolicy find(Host host) throws IOException {
        TlsPolicy policy;
        try {
            policy = search.find(host);
        } catch (LookupFailedException e) {
            if (e.isBogus()) {
                Detail detail = new Detail(host.name(), "", "", "");
                results.count(new TlsResult(
                        domain(host), TlsPolicy.Type.TLSA.word(), List.of(), List.of(), "dnssec-invalid", detail));
            } else {
                results.measure(TlsPolicy.Type.TLSA.word(), "lookup-failed");
            }
            throw e;
        }
        if (policy.refusal().isPresent() && policy.type() == TlsPolicy.Type.STS) {
            record(host, policy, unnamed(new Outcome("", "", "", "")));
        } else if (policy.refusal().isPresent()) {
            results.measure(policy.type().word(), "refused");
        }
        return policy;
    }

    /**
     * Returns the policy for a host without counting it. Its source has the reason.
     *
     * @throws IOException the policy cannot be determined now
     */
    public TlsPolicy explain(Host host) throws IOException {
        return search.find(host);
    }

    /** Records the result of a TLS connection for the TLS report of the domain. */
    public void record(Host host, TlsPolicy policy, Outcome outcome) {
        Source source = policy.source();
        boolean isUnnamed = outcome.failure().isEmpty()
                && policy.type() == TlsPolicy.Type.STS
                && source.patterns().stream()
                        .noneMatch(pattern -> HostNames.covers(pattern, HostNames.normalized(host.name())));
        Outcome reported = isUnnamed ? unnamed(outcome) : outcome;
        if (host.requireTls()
                && policy.type() == TlsPolicy.Type.NO_POLICY_FOUND
                && !reported.failure().isEmpty()) {
            results.measure(policy.type().word(), reported.failure()); // the demand of the message, not of the domain
            return;
        }
        Detail detail = reported.failure().isEmpty()
                ? Detail.NONE
                : new Detail(host.name(), reported.address(), reported.local(), reported.reason());
        results.count(new TlsResult(
                domain(host), policy.type().word(), source.records(), source.patterns(), reported.failure(), detail));
    }

    private static Outcome unnamed(Outcome outcome) {
        return new Outcome(
                outcome.local(),
                outcome.address(),
                RejectedCertificateException.OTHER,
                "the policy does not name the host");
    }

    /**
     * Records the result of a TLS connection for the TLS report of the domain.
     *
     * @param failure the type of the failure (RFC 8460 §4.3); empty for success
     */
    public void record(Host host, TlsPolicy policy, String address, String failure) {
        record(host, policy, new Outcome("", address, failure, ""));
    }

    /** Returns the domain in reports (RFC 8460 §4.4). */
    private static String domain(Host host) {
        DomainName name = DomainName.of(host.domain());
        return name == null ? host.domain() : name.text();
    }
}
