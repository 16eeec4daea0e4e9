package svc.mail.out.send;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.MailTransport.Result;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.time.Clock;
import svc.mail.out.send.HostException.Kind;
import svc.mail.out.send.Routes.Target;
import svc.mail.out.send.SessionOpener.Demands;
import svc.mail.out.send.SmtpSession.Server;
import svc.mail.out.tls.TlsRequiredField;

/** Tries the hosts of a domain one after the other, until one of them has replied to a message. Thread-safe. */
@Component(service = HostAttempts.class)
public final class HostAttempts {

    private static final Logger LOG = LoggerFactory.getLogger(HostAttempts.class);
    private static final int MOST_ADDRESSES = 10;
    private static final int LONGEST_TEXT = 500;

    /** After this time, no other address is tried. */
    private static final Duration LONGEST = Duration.ofMinutes(20);

    private final SessionOpener opener;
    private final SessionPool pool;
    private final SendMetrics metrics;
    private final Clock clock;

    @Activate
    public HostAttempts(
            @Reference SessionOpener opener,
            @Reference SessionPool pool,
            @Reference SendMetrics metrics,
            @Reference Clock clock) {
        this.opener = opener;
        this.pool = pool;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** A host that did not take the message. */
    private record Problem(String host, HostException cause) {}

    /**
     * Sends a message.
     *
     * @throws IOException no host can be reached now
     */
    Result send(OutgoingMail mail, ContentFacts facts, List<Target> targets) throws IOException {
        List<Problem> problems = new ArrayList<>();
        boolean ignoresPolicies = !mail.envelope().requireTls() && isTlsOptional(mail);
        long end = clock.nanos() + LONGEST.toNanos();
        int attempts = 0;
        for (Target target : targets) {
            try {
                Demands demands = opener.demands(target, mail, ignoresPolicies);
                for (InetAddress address : target.addresses()) {
                    if (attempts == MOST_ADDRESSES || clock.nanos() >= end) {
                        break;
                    }
                    attempts++;
                    Server server = new Server(target.name(), address, target.port());
                    try {
                        return send(mail, facts, server, demands);
                    } catch (HostException e) {
                        LOG.info("Message {} was not sent to {}: {}", mail.id(), server, e.getMessage());
                        problems.add(new Problem(target.name(), e));
                    }
                }
            } catch (HostException e) {
                LOG.info("Message {} was not sent to {}: {}", mail.id(), target.name(), e.getMessage());
                problems.add(new Problem(target.name(), e));
            }
        }
        return new Result(Collections.nCopies(mail.envelope().recipients().size(), failure(problems)));
    }

    private Result send(OutgoingMail mail, ContentFacts facts, Server server, Demands demands) throws IOException {
        SessionPool.Key key = demands.key(server.address(), server.port());
        SmtpSession session = pool.take(key, connections -> opener.open(connections, server, demands));
        try {
            metrics.reached();
            if (mail.envelope().requireTls()) {
                checkRequirements(session);
            }
            String tls = session.connection().tls().orElse("no TLS");
            List<SmtpReply> replies = new SmtpTransaction(session, mail, facts).send();
            log(mail, server, tls, replies);
            return new Result(replies, session.offers("DSN"));
        } finally {
            pool.giveBack(key, session);
        }
    }

    /** A message that cannot be read fails when it is sent. */
    private static boolean isTlsOptional(OutgoingMail mail) {
        try {
            return TlsRequiredField.isNo(mail.content());
        } catch (IOException e) {
            return false;
        }
    }

    private static void checkRequirements(SmtpSession session) throws HostException {
        if (!session.offers("REQUIRETLS")) {
            throw new HostException(Kind.REQUIRETLS, "it does not offer REQUIRETLS");
        } else if (!session.isVerified()) {
            throw new HostException(Kind.REQUIRETLS, "its certificate is not verified");
        }
    }

    private static void log(OutgoingMail mail, Server server, String tls, List<SmtpReply> replies) {
        LOG.info(
                "{} replied to message {} with {}: {} recipients accepted, {} deferred, {} refused",
                server,
                mail.id(),
                tls,
                replies.stream().filter(SmtpReply::isPositive).count(),
                replies.stream().filter(SmtpReply::isTransient).count(),
                replies.stream().filter(SmtpReply::isPermanent).count());
    }

    private static SmtpReply failure(List<Problem> problems) throws IOException {
        String text = problems.stream()
                .map(problem -> problem.host() + ": " + problem.cause().getMessage())
                .distinct()
                .collect(Collectors.joining("; "));
        String shortened = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
        Set<Kind> kinds = problems.stream().map(one -> one.cause().kind()).collect(Collectors.toSet());
        if (kinds.contains(Kind.POLICY)) {
            return new SmtpReply(451, "4.7.5", "No host can be used that satisfies the TLS policy: " + shortened);
        } else if (!kinds.contains(Kind.CONNECTION)) {
            // RFC 8689 §4.2.1: a message that no host takes as required is returned.
            return new SmtpReply(550, "5.7.30", "No host takes the message as its sender requires: " + shortened);
        }
        throw new IOException(shortened);
    }
}
