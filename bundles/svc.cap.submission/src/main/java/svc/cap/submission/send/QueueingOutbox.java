package svc.cap.submission.send;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailDomains;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailQueue;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.SetError;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.cap.submission.api.Outbox;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.identity.SmtpAddress;

/** Adds the messages of clients of other protocols to the queue. Thread-safe. */
@Component
public final class QueueingOutbox implements Outbox {

    /** The enhanced status code of an unknown recipient (RFC 3463 §3.2). */
    private static final String UNKNOWN = "5.1.1";

    private final MailIntake intake;
    private final SendingRights rights;
    private final StreamedMessage.Services services;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable MailDomains domains;

    @Activate
    public QueueingOutbox(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference MailQueue queue,
            @Reference MailIntake intake,
            @Reference SendingRights rights,
            @Reference RecipientLimits limits,
            @Reference Clock clock) {
        this.intake = intake;
        this.rights = rights;
        this.services =
                new StreamedMessage.Services(store, blobs, queue, new SenderCheck(rights, queue), limits, clock);
    }

    @Override
    public Optional<Refused> checkSender(Caller caller, String address) {
        if (!rights.maySend(AccessibleAccount.own(caller.account()))) {
            return Optional.of(new Refused(
                    Reason.SUBMISSION_OFF, "Sending mail is disabled for the organization of the account."));
        }
        try {
            services.check().refuseForeign(caller.account(), address);
            MailDomains registered = domains;
            return registered == null
                    ? Optional.empty()
                    : registered
                            .senderDeferral(address)
                            .map(reply -> new Refused(Reason.DOMAIN_UNPROVEN, reply.text()));
        } catch (SetError e) {
            return Optional.of(refused(e));
        }
    }

    @Override
    public Optional<Refused> checkRecipient(String address) {
        if (!SmtpAddress.isAddress(address)) {
            return Optional.of(new Refused(Reason.INVALID_RECIPIENT, "The recipient is not a valid address."));
        }
        if (intake.checkRecipient(address).enhancedCode().equals(UNKNOWN)) {
            return Optional.of(new Refused(Reason.UNKNOWN_RECIPIENT, "No account has this address."));
        }
        return services.queue().accepts(address)
                ? Optional.empty()
                : Optional.of(new Refused(
                        Reason.NO_TRANSPORT, "This server cannot send mail to other servers: it has no transport."));
    }

    @Override
    public OutgoingMail begin(Caller caller, Envelope envelope, Arrival arrival, Instant due) {
        return new StreamedMessage(services, caller.account(), envelope, arrival, due);
    }

    /** Returns the refusal that corresponds to an error of {@code EmailSubmission/set}. */
    static Refused refused(SetError error) {
        Reason reason = switch (error.type()) {
            case "forbiddenMailFrom" -> Reason.FOREIGN_SENDER;
            case "forbiddenFrom" -> Reason.FOREIGN_FROM;
            case "invalidRecipients" -> Reason.INVALID_RECIPIENT;
            case "noRecipients", "tooManyRecipients" -> Reason.RECIPIENT_COUNT;
            case RecipientLimits.EXCEEDED, RecipientLimits.STOPPED -> Reason.RECIPIENT_RATE;
            case "overQuota" -> Reason.OVER_QUOTA;
            default -> Reason.INVALID_HEADER;
        };
        return new Refused(reason, String.valueOf(error.getMessage()));
    }
}
