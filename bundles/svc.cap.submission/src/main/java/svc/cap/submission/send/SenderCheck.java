package svc.cap.submission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.jmap.SetError;
import svc.cap.submission.api.Senders;
import svc.mime.Address;
import svc.mime.HeaderField;
import svc.mime.Headers;

/** Whether a message may go from whom it says to whom it says (RFC 8621 §7 and §7.5). */
final class SenderCheck {

    private final SendingRights rights;

    SenderCheck(SendingRights rights) {
        this.rights = rights;
    }

    /**
     * The envelope by which a message goes.
     *
     * @param identity the address of the identity
     */
    Envelope envelope(Dispatch.Order order, String identity, Headers headers) {
        refuseHeader(headers);
        List<String> from = addresses(headers, "From");
        List<String> sender = addresses(headers, "Sender");
        for (String address : from) {
            if (!rights.mayUse(order.account(), address)) {
                throw new SetError("forbiddenFrom", "The account may not send a message from " + address + ".");
            }
        }
        Envelope envelope = order.envelope() != null
                ? order.envelope()
                : generated(sender.isEmpty() ? from : sender, identity, headers);
        String bounces = envelope.from().email();
        if (!bounces.isEmpty() && !SendingRights.same(bounces, identity) && !rights.mayUse(order.account(), bounces)) {
            throw new SetError(
                    "forbiddenMailFrom", "The account may not send a message whose answers go to " + bounces + ".");
        }
        if (!rights.mayUse(order.account(), identity)) {
            throw new SetError(
                    "forbiddenFrom", "The address " + identity + " of the identity is the account's no more.");
        }
        refuseRecipients(envelope);
        return envelope;
    }

    /** RFC 5322 §3.6, and what the envelope cannot be taken from. */
    private static void refuseHeader(Headers headers) {
        List<String> wrong = new ArrayList<>();
        List<String> from = addresses(headers, "From");
        if (from.isEmpty() || headers.all("From").size() > 1) {
            wrong.add("from");
        }
        if (headers.all("Sender").size() > 1
                || addresses(headers, "Sender").size() > 1
                || (from.size() > 1 && headers.last("Sender") == null)) {
            wrong.add("sender");
        }
        if (headers.last("Date") == null) {
            wrong.add("sentAt");
        }
        if (!wrong.isEmpty()) {
            throw new SetError(
                    "invalidEmail",
                    "A message that is sent has one From with an address, a Date, and one Sender where From has several.",
                    Map.of("properties", wrong));
        }
    }

    private static List<String> addresses(Headers headers, String name) {
        List<String> addresses = new ArrayList<>();
        for (HeaderField field : headers.all(name)) {
            field.addresses().stream().map(Address::email).forEach(addresses::add);
        }
        return addresses;
    }

    private Envelope generated(List<String> senders, String identity, Headers headers) {
        String sender = senders.get(0);
        boolean fits = SendingRights.same(sender, identity);
        Set<String> seen = new HashSet<>();
        List<Envelope.Mailbox> to = new ArrayList<>();
        for (String name : List.of("To", "Cc", "Bcc")) {
            for (String address : addresses(headers, name)) {
                if (seen.add(Senders.key(address))) {
                    to.add(Envelope.Mailbox.of(address));
                }
            }
        }
        return new Envelope(Envelope.Mailbox.of(fits ? sender : identity), to);
    }

    private static void refuseRecipients(Envelope envelope) {
        List<String> all = envelope.to().stream().map(Envelope.Mailbox::email).toList();
        if (all.isEmpty()) {
            throw new SetError("noRecipients", "The message goes to nobody. Name a recipient.");
        } else if (all.size() > SubmissionCapability.MOST_RECIPIENTS) {
            throw new SetError(
                    "tooManyRecipients",
                    "A message goes to " + SubmissionCapability.MOST_RECIPIENTS + " recipients at most.",
                    Map.of("maxRecipients", SubmissionCapability.MOST_RECIPIENTS));
        }
        List<String> invalid =
                all.stream().filter(one -> !Mailboxes.isAddress(one)).toList();
        if (!invalid.isEmpty()) {
            throw new SetError(
                    "invalidRecipients", "Some recipients are no addresses.", Map.of("invalidRecipients", invalid));
        }
    }
}
