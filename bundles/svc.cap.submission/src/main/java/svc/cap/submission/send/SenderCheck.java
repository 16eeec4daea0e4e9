package svc.cap.submission.send;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.MailQueue;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.api.Senders;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.identity.SmtpAddress;
import svc.mime.Address;
import svc.mime.HeaderField;
import svc.mime.Headers;

/** Checks the sender and recipients of a message (RFC 8621 §7 and §7.5). */
final class SenderCheck {

    private final SendingRights rights;
    private final MailQueue queue;

    SenderCheck(SendingRights rights, MailQueue queue) {
        this.rights = rights;
        this.queue = queue;
    }

    /**
     * Returns the envelope of the message; throws a {@code SetError} if the account may not send the message.
     *
     * @param account the account that sends the message
     * @param by the account of the caller
     * @param identity the address of the identity
     * @param given the envelope of the client; null to derive it from the header
     */
    Envelope envelope(Account account, Account by, String identity, @Nullable Envelope given, Headers headers) {
        SenderFields fields = SenderFields.of(headers);
        refuseForeign(account, by, fields);
        Envelope envelope = given != null ? given : generated(fields.sender().orElse(fields.from()), identity, headers);
        String bounces = envelope.from().email();
        if (!SendingRights.isSameAddress(bounces, identity)) {
            refuseForeign(account, bounces);
        }
        if (!rights.mayUse(account, identity)) {
            throw new SetError(
                    "forbiddenFrom", "The address " + identity + " of the identity no longer belongs to the account.");
        }
        refuseRecipients(envelope.to().stream().map(Envelope.Mailbox::email).toList());
        return envelope;
    }

    /** Rejects a return path that the account may not use. */
    void refuseForeign(Account account, String returnPath) {
        if (!returnPath.isEmpty() && !rights.mayUse(account, returnPath)) {
            throw new SetError("forbiddenMailFrom", "The account may not use " + returnPath + " as MAIL FROM address.");
        }
    }

    /**
     * Rejects the message if a sender field names an address that the account may not use. Sender may also name the user
     * who sends the message in the name of the account (RFC 5322 §3.6.2).
     */
    void refuseForeign(Account account, Account by, SenderFields fields) {
        List<String> senders = new ArrayList<>(List.of(fields.from()));
        fields.sender().filter(sender -> !rights.mayUse(by, sender)).ifPresent(senders::add);
        senders.addAll(fields.resent());
        for (String address : senders) {
            if (!rights.mayUse(account, address)) {
                throw new SetError("forbiddenFrom", "The account may not send a message from " + address + ".");
            }
        }
    }

    private static List<String> addresses(Headers headers, String name) {
        List<String> addresses = new ArrayList<>();
        for (HeaderField field : headers.all(name)) {
            field.addresses().stream().map(Address::email).forEach(addresses::add);
        }
        return addresses;
    }

    private Envelope generated(String sender, String identity, Headers headers) {
        boolean fits = SendingRights.isSameAddress(sender, identity);
        Set<String> visited = new HashSet<>();
        List<Envelope.Mailbox> to = new ArrayList<>();
        for (String name : List.of("To", "Cc", "Bcc")) {
            for (String address : addresses(headers, name)) {
                if (visited.add(Senders.key(address))) {
                    to.add(Envelope.Mailbox.of(address));
                }
            }
        }
        return new Envelope(Envelope.Mailbox.of(fits ? sender : identity), to);
    }

    void refuseRecipients(List<String> all) {
        if (all.isEmpty()) {
            throw new SetError("noRecipients", "The message has no recipient.");
        } else if (all.size() > SubmissionCapability.MOST_RECIPIENTS) {
            throw new SetError(
                    "tooManyRecipients",
                    "A message can have at most " + SubmissionCapability.MOST_RECIPIENTS + " recipients.",
                    Map.of("maxRecipients", SubmissionCapability.MOST_RECIPIENTS));
        }
        List<String> invalid =
                all.stream().filter(one -> !SmtpAddress.isAddress(one)).toList();
        if (!invalid.isEmpty()) {
            throw new SetError(
                    "invalidRecipients",
                    "Some recipients are not valid addresses.",
                    Map.of("invalidRecipients", invalid));
        }
        List<String> unreachable =
                all.stream().filter(one -> !queue.accepts(one)).toList();
        if (!unreachable.isEmpty()) {
            throw new SetError(
                    "invalidRecipients",
                    "This server cannot send mail to other servers: it has no transport for " + unreachable.get(0)
                            + ".",
                    Map.of("invalidRecipients", unreachable));
        }
    }
}
