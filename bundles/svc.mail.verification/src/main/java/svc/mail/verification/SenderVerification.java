package svc.mail.verification;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.CheckResult.FieldRemoval;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailServerName;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.SenderObserver;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mail.verification.SenderPolicy.Decision;
import svc.mailauth.AuthenticationResults;
import svc.mailauth.MessageSignatures;
import svc.mime.HeaderField;

/** The {@link MessageCheck} that verifies the senders of messages from outside. Thread-safe. */
@Component(service = MessageCheck.class)
public final class SenderVerification implements MessageCheck {

    private static final Logger LOG = LoggerFactory.getLogger(SenderVerification.class);
    private static final int ORDER = 10;

    private static final SmtpReply FAILURE =
            new SmtpReply(451, "4.3.0", "The sender of the message could not be verified. Try again later.");

    private final TimedChecks checks;
    private final MailServerName name;
    private final SenderPolicy policy;
    private final VerificationMetrics metrics;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<SenderObserver> observers = List.of();

    @Activate
    public SenderVerification(
            @Reference Resolver resolver,
            @Reference Clock clock,
            @Reference MailServerName name,
            @Reference SenderPolicy policy,
            @Reference VerificationMetrics metrics) {
        this.checks = new TimedChecks(resolver, clock);
        this.name = name;
        this.policy = policy;
        this.metrics = metrics;
    }

    @Deactivate
    public void stop() {
        checks.stop();
    }

    @Override
    public int order() {
        return ORDER;
    }

    /**
     * Begins the check of a message. A message by LMTP comes from a mail server in front of this one, which has checked
     * it and may use the name of this server (RFC 8601 §5). An authenticated client needs no check, but must not use the
     * name.
     */
    @Override
    public Check begin(Envelope envelope, Arrival arrival) {
        if (arrival.isLmtp()) {
            return new Unchecked(CheckResult.NONE);
        }
        return arrival.isAuthenticated()
                ? new Unchecked(new CheckResult(Optional.empty(), false, List.of(), removals()))
                : new Verification(envelope, arrival);
    }

    /**
     * Returns the result of a check that failed. With {@code dmarc = "enforce"} the client must try again: otherwise a
     * message that makes the check fail would avoid DMARC.
     */
    @Override
    public CheckResult onFailure() {
        if (policy.isEnforced()) {
            return CheckResult.rejected(FAILURE);
        }
        String none = new AuthenticationResults(name.hostname()).field().stripTrailing();
        return new CheckResult(Optional.empty(), false, List.of(none), removals());
    }

    private List<FieldRemoval> removals() {
        String hostname = name.hostname();
        return List.of(new FieldRemoval(
                AuthenticationResults.NAME,
                raw -> AuthenticationResults.claims(HeaderField.of(AuthenticationResults.NAME, raw), hostname)));
    }

    /** The check of a message that is not verified. */
    private record Unchecked(CheckResult finish) implements Check {

        @Override
        public void write(byte[] bytes, int offset, int length) {}
    }

    /** The check of one message. Not thread-safe. */
    private final class Verification implements Check {

        private final MessageSignatures message = new MessageSignatures();
        private final Envelope envelope;
        private final Arrival arrival;

        Verification(Envelope envelope, Arrival arrival) {
            this.envelope = envelope;
            this.arrival = arrival;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            message.write(bytes, offset, length);
        }

        private void report(ObservedResults results) {
            for (SenderObserver observer : observers) {
                try {
                    results.of(envelope, arrival).ifPresent(observer::checked);
                } catch (RuntimeException e) { // the message and the other observers are not affected
                    LOG.warn("An observer failed with the results of the message {}", arrival.trace(), e);
                }
            }
        }

        @Override
        public CheckResult finish() {
            message.close();
            Findings found = checks.run(message, envelope, arrival);
            Decision decision = policy.decide(found, envelope);
            metrics.count(found, decision);
            report(new ObservedResults(found, decision));
            LOG.debug(
                    "A message was {}: DMARC {}, ARC {}",
                    decision.word(),
                    found.dmarc().verdict(),
                    found.arc().verdict());
            return new CheckResult(
                    decision.rejection(),
                    decision.quarantine(),
                    List.of(found.field(name.hostname(), decision.reason())),
                    removals());
        }
    }
}
