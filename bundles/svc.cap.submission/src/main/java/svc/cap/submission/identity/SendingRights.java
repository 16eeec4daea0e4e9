package svc.cap.submission.identity;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.Directory;
import svc.api.identity.SharedContainer;
import svc.api.jmap.type.GuestAccess;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.api.Senders;

/**
 * Decides from which addresses an account may send: the addresses whose mail is delivered to the account. Thread-safe.
 */
@Component(service = SendingRights.class)
public final class SendingRights {

    /** The users with a right in a mailbox send in the name of the owner, and see only their own submissions. */
    public static final GuestAccess OF_GUESTS = new GuestAccess(MailStore.MAILBOX_TYPE, MailStore.SUBMIT_RIGHT, true);

    private final Directory directory;

    @Activate
    public SendingRights(@Reference Directory directory) {
        this.directory = directory;
    }

    public boolean mayUse(Account account, String address) {
        return SmtpAddress.isAddress(address)
                && directory.resolve(address) instanceof AddressResolution.LocalAccount local
                && local.account().n() == account.n();
    }

    /**
     * Returns whether the caller may send in the name of this account. Mail and submission must also be enabled for the
     * tenant of the account.
     */
    public boolean maySend(AccessibleAccount accessible) {
        String organization = accessible.account().organization();
        return isShared(accessible)
                && directory.isEnabled(organization, MailStore.CAPABILITY)
                && directory.isEnabled(organization, SubmissionCapability.URN);
    }

    /**
     * Returns whether the caller has write access to the submission capability of this account, or may send the emails
     * of one of its mailboxes.
     */
    public static boolean isShared(AccessibleAccount accessible) {
        return OF_GUESTS.isGiven(accessible)
                || accessible
                        .accessTo(SubmissionCapability.URN)
                        .filter(access -> access == Access.WRITE)
                        .isPresent();
    }

    /** Returns whether the caller sees the submissions of a user in an account; the user is 0 for the owner. */
    public static boolean sees(AccessibleAccount accessible, long sender) {
        return accessible.seesAll(SubmissionCapability.URN) || sender == accessible.user();
    }

    /** Returns the mailboxes whose emails the caller may send; empty if the caller may send all emails. */
    public static Optional<Set<Long>> mailboxes(AccessibleAccount accessible) {
        return accessible.seesAll(SubmissionCapability.URN)
                ? Optional.empty()
                : Optional.of(accessible.containers(MailStore.MAILBOX_TYPE).values().stream()
                        .filter(mailbox -> mailbox.rights().contains(MailStore.SUBMIT_RIGHT))
                        .map(SharedContainer::n)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns whether two texts are the same address: local parts are compared exactly, domains ignoring case. */
    public static boolean isSameAddress(String one, String other) {
        return Senders.key(one).equals(Senders.key(other));
    }
}
