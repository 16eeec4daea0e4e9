package svc.mail.out.send;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.MailServerName;
import svc.api.delivery.OutgoingMail;
import svc.api.net.IpNetwork;
import svc.mail.out.send.HostException.Kind;
import svc.mail.out.send.Routes.Target;
import svc.mail.out.send.SendSettings.Smarthost;
import svc.mail.out.send.SessionPool.Connections;
import svc.mail.out.send.SmtpSession.Server;
import svc.mail.out.send.SmtpSession.TlsException;
import svc.mail.out.tls.TlsPolicies;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.mail.out.tls.TlsPolicies.Outcome;
import svc.mail.out.tls.TlsPolicy;

/** Opens sessions with hosts, under the TLS policy of each host. Thread-safe. */
@Component(service = SessionOpener.class)
public final class SessionOpener {

    private static final Logger LOG = LoggerFactory.getLogger(SessionOpener.class);

    /** RFC 8460 §4.3.1. */
    private static final String NO_STARTTLS = "starttls-not-supported";

    private final SendSettings settings;
    private final PolicySource policies;
    private final PolicySource uncounted;
    private final ResultRecorder results;
    private final MailServerName self;

    @Activate
    public SessionOpener(
            @Reference SendSettings settings, @Reference TlsPolicies policies, @Reference MailServerName self) {
        this(settings, policies::find, policies::explain, policies::record, self);
    }

    /**
     * Creates an opener.
     *
     * @param policies finds the policy for a host, for a session
     * @param uncounted finds it without counting it
     */
    SessionOpener(
            SendSettings settings,
            PolicySource policies,
            PolicySource uncounted,
            ResultRecorder results,
            MailServerName self) {
        this.settings = settings;
        this.policies = policies;
        this.uncounted = uncounted;
        this.results = results;
        this.self = self;
    }

    /** Finds the policy for a host. */
    @FunctionalInterface
    interface PolicySource {

        TlsPolicy find(Host host) throws IOException;
    }

    /** Records the result of a TLS connection. */
    @FunctionalInterface
    interface ResultRecorder {

        void record(Host host, TlsPolicy policy, Outcome outcome);
    }

    /**
     * The demands on the TLS connection to a host.
     *
     * @param isSystem whether an authority that the system trusts must have signed the certificate
     * @param isReported whether TLS reports contain the results
     * @param failure what is missing if the host does not satisfy the demands
     */
    record Demands(
            Host host,
            TlsPolicy policy,
            Optional<Smarthost> smarthost,
            boolean isSystem,
            boolean isReported,
            Kind failure) {

        private TlsClient tls() {
            return isSystem ? TlsClient.ofSystem() : TlsClient.of(policy.verification());
        }

        private boolean beginsWithTls() {
            return smarthost.filter(Smarthost::beginsWithTls).isPresent();
        }

        /** Returns the demands of a second attempt, whose result is not reported. */
        private Demands withoutVerification() {
            TlsPolicy any = new TlsPolicy(policy.type(), false, Optional.empty(), Optional.empty());
            return new Demands(host, any, smarthost, false, false, failure);
        }

        /** Returns what sessions for the same demands have in common. */
        SessionPool.Key key(InetAddress address, int port) {
            boolean isOpportunistic =
                    !policy.isRequired() && policy.verification().isEmpty() && !isSystem;
            return new SessionPool.Key(
                    host.name(), address, port, isOpportunistic ? "" : host.domain() + " " + isSystem);
        }
    }

    /**
     * Returns the demands on the connection to a host.
     *
     * @param ignoresPolicies whether the message goes without regard to policies and reports (RFC 8689 §4.2.2)
     * @throws HostException the policy forbids the host, or it is not known now
     */
    Demands demands(Target target, OutgoingMail mail, boolean ignoresPolicies) throws HostException {
        boolean requireTls = mail.envelope().requireTls();
        Host host = new Host(mail.domain(), target.name(), target.security(), requireTls);
        if (target.smarthost().isPresent()) {
            boolean isLocal = target.addresses().stream().allMatch(InetAddress::isLoopbackAddress);
            boolean isSystem =
                    requireTls || (target.smarthost().get().credentials().isPresent() && !isLocal);
            TlsPolicy policy =
                    new TlsPolicy(TlsPolicy.Type.NO_POLICY_FOUND, isSystem, Optional.empty(), Optional.empty());
            return new Demands(
                    host, policy, target.smarthost(), isSystem, false, requireTls ? Kind.REQUIRETLS : Kind.POLICY);
        } else if (ignoresPolicies) {
            return new Demands(host, TlsPolicy.opportunistic(), Optional.empty(), false, false, Kind.POLICY);
        }
        try {
            TlsPolicy policy = policies.find(host);
            Kind failure = requireTls && !isRequiredByDomain(host) ? Kind.REQUIRETLS : Kind.POLICY;
            if (policy.refusal().isPresent()) {
                throw new HostException(failure, policy.refusal().get());
            }
            return new Demands(host, policy, Optional.empty(), false, true, failure);
        } catch (HostException e) {
            throw e;
        } catch (IOException e) {
            throw new HostException("its TLS policy is not known: " + e.getMessage());
        }
    }

    private boolean isRequiredByDomain(Host host) throws IOException {
        TlsPolicy policy = uncounted.find(new Host(host.domain(), host.name(), host.security(), false));
        return policy.isRequired() || policy.refusal().isPresent();
    }

    /**
     * Opens a session. If TLS fails and is not required, the message goes by TLS without verification, or else in the
     * clear.
     */
    SmtpSession open(Connections connections, Server server, Demands demands) throws IOException {
        try {
            return open(connections, server, demands, Optional.of(demands.tls()));
        } catch (TlsException e) {
            String address = IpNetwork.text(server.address());
            record(
                    demands,
                    e.getCause() == null
                            ? new Outcome("", address, NO_STARTTLS, "")
                            : Outcome.failed("", address, e.getCause()));
            if (demands.policy().isRequired() || demands.beginsWithTls()) {
                throw new HostException(demands.failure(), String.valueOf(e.getMessage()));
            }
        }
        Demands weaker = demands.withoutVerification();
        if (demands.tls().verifies()) {
            try {
                return open(connections, server, weaker, Optional.of(weaker.tls()));
            } catch (TlsException e) {
                LOG.debug("{}: {}", server, e.getMessage());
            }
        }
        return open(connections, server, weaker, Optional.empty());
    }

    /** Opens a session with TLS, or in the clear if there is no client for TLS. */
    private SmtpSession open(Connections connections, Server server, Demands demands, Optional<TlsClient> tls)
            throws IOException {
        SmtpSession session = new SmtpSession(server, connections.create());
        boolean isOpen = false;
        try {
            session.open(settings.source(server.address()), demands.beginsWithTls() ? tls : Optional.empty());
            session.hello(self.hostname());
            if (!demands.beginsWithTls() && tls.isPresent()) {
                startTls(session, demands, tls.get());
            }
            Optional<SendSettings.Credentials> credentials = demands.smarthost().flatMap(Smarthost::credentials);
            if (credentials.isPresent()) {
                session.signIn(credentials.get());
            }
            isOpen = true;
            return session;
        } finally {
            if (!isOpen) {
                session.quit();
            }
        }
    }

    private void startTls(SmtpSession session, Demands demands, TlsClient tls) throws HostException, TlsException {
        boolean isOffered = session.offers("STARTTLS");
        if (isOffered && session.command("STARTTLS", SmtpSession.COMMAND).code() == 220) {
            session.startTls(tls);
            session.hello(self.hostname());
            record(demands, new Outcome("", IpNetwork.text(session.server().address()), "", ""));
        } else if (demands.policy().isRequired()) {
            throw new TlsException(isOffered ? "it refused STARTTLS" : "it does not offer STARTTLS, which is required");
        } else {
            record(demands, new Outcome("", IpNetwork.text(session.server().address()), NO_STARTTLS, ""));
        }
    }

    private void record(Demands demands, Outcome outcome) {
        if (demands.isReported()) {
            results.record(demands.host(), demands.policy(), outcome);
        }
    }
}
