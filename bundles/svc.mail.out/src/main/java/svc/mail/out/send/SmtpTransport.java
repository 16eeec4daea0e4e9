package svc.mail.out.send;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.SmtpReply;
import svc.api.time.Clock;
import svc.mail.out.send.Routes.NoRouteException;
import svc.mail.out.send.Routes.Target;
import svc.mail.out.send.SendMetrics.Outcome;
import svc.mail.out.sign.MessageSigner;
import svc.mailauth.DomainName;

/** Sends queued messages to other mail servers by SMTP. Thread-safe. */
@Component(property = "service.ranking:Integer=-1000")
public final class SmtpTransport implements MailTransport {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpTransport.class);
    private static final SmtpReply UNREADABLE =
            new SmtpReply(451, "4.3.0", "The message could not be prepared; the log of the server has the details.");
    private static final SmtpReply RECIPIENT = new SmtpReply(553, "5.1.3", "The address is not valid.");
    private static final SmtpReply SENDER =
            new SmtpReply(553, "5.1.7", "The return path of the message is not a valid address.");

    private final SendSettings settings;
    private final Routes routes;
    private final HostAttempts hosts;
    private final Signing signing;
    private final SendMetrics metrics;
    private final Clock clock;

    @Activate
    public SmtpTransport(
            @Reference SendSettings settings,
            @Reference Routes routes,
            @Reference HostAttempts hosts,
            @Reference MessageSigner signer,
            @Reference SendMetrics metrics,
            @Reference Clock clock) {
        this(settings, routes, hosts, signer::sign, metrics, clock);
    }

    SmtpTransport(
            SendSettings settings,
            Routes routes,
            HostAttempts hosts,
            Signing signing,
            SendMetrics metrics,
            Clock clock) {
        this.settings = settings;
        this.routes = routes;
        this.hosts = hosts;
        this.signing = signing;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Adds signatures to a message. */
    @FunctionalInterface
    interface Signing {

        OutgoingMail sign(OutgoingMail mail) throws IOException;
    }

    @Override
    public boolean accepts(String address) {
        String domain = address.substring(address.lastIndexOf('@') + 1);
        return settings.isEnabled()
                && EnvelopeCommands.isMailbox(address)
                && (DomainName.of(domain) != null || Routes.literal(domain).isPresent());
    }

    @Override
    public Result send(OutgoingMail mail) throws IOException {
        long start = clock.nanos();
        Outcome outcome = Outcome.UNREACHABLE;
        try {
            Result result = valid(mail);
            outcome = Outcome.of(result.replies());
            return result;
        } finally {
            metrics.add(outcome, clock.nanos() - start);
        }
    }

    /** Sends the message to the recipients whose addresses can be sent in a command. */
    private Result valid(OutgoingMail mail) throws IOException {
        Envelope envelope = mail.envelope();
        if (!envelope.sender().isEmpty() && !EnvelopeCommands.isMailbox(envelope.sender())) {
            return all(envelope, SENDER);
        }
        List<Recipient> valid = envelope.recipients().stream()
                .filter(to -> EnvelopeCommands.isMailbox(to.address()))
                .toList();
        Result result = valid.isEmpty() ? new Result(List.of()) : prepared(mail, envelope.to(valid));
        Iterator<SmtpReply> sent = result.replies().iterator();
        List<SmtpReply> replies = new ArrayList<>();
        for (Recipient to : envelope.recipients()) {
            replies.add(EnvelopeCommands.isMailbox(to.address()) ? sent.next() : RECIPIENT);
        }
        return new Result(replies, result.notifiesSender());
    }

    private static Result all(Envelope envelope, SmtpReply reply) {
        return new Result(Collections.nCopies(envelope.recipients().size(), reply));
    }

    /** Signs the message in the form in which it is sent, after the last change of its octets. */
    private Result prepared(OutgoingMail mail, Envelope envelope) throws IOException {
        List<Target> targets;
        try {
            targets = routes.find(mail.domain());
        } catch (NoRouteException e) {
            return all(envelope, e.reply());
        }
        Optional<Prepared> prepared = prepare(mail, envelope);
        return prepared.isPresent()
                ? hosts.send(prepared.get().mail(), prepared.get().facts(), targets)
                : all(envelope, UNREADABLE);
    }

    private record Prepared(OutgoingMail mail, ContentFacts facts) {}

    private Optional<Prepared> prepare(OutgoingMail mail, Envelope envelope) {
        try {
            Content content = ContentFacts.canonical(mail.content());
            ContentFacts facts = ContentFacts.of(content);
            OutgoingMail signed = signing.sign(mail.with(envelope, facts.size(), content));
            return Optional.of(new Prepared(
                    signed, new ContentFacts(signed.size(), facts.hasInternationalHeader(), facts.is8Bit())));
        } catch (IOException e) {
            LOG.error("Message {} could not be read or signed; it will be retried", mail.id(), e);
            return Optional.empty();
        }
    }
}
