package svc.cap.submission.api;

import java.util.Locale;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.store.Snapshot;

/**
 * Checks from which addresses and identities an account may send.
 *
 * <p>Threading: thread-safe. A method that takes a snapshot is called while the snapshot is open. Lifecycle: registered
 * as long as the submission capability is available.
 */
@ProviderType
public interface Senders {

    /** URN of the capability whose write access permits sending in the name of an account (RFC 8621 §1.3.2). */
    String CAPABILITY = "urn:ietf:params:jmap:submission";

    /** Prefix of identity ids. */
    char LETTER = 'i';

    /**
     * The name and address of an identity (RFC 8621 §6).
     *
     * @param name the display name; may be empty
     * @param email the email address; the account may have lost it after the identity was created
     */
    record Sender(String name, String email) {}

    /** Returns the name and address of the identity with this number; empty if the account has no such identity. */
    Optional<Sender> identity(Snapshot snapshot, long n);

    /**
     * Returns whether the caller may send in the name of this account. The caller needs write access to the submission
     * capability (write access to the account's mail alone is not enough), and mail and submission must be enabled for
     * the tenant.
     */
    boolean maySend(AccessibleAccount accessible);

    /**
     * Returns whether the account may send from this address: true if mail to this address is delivered to the account.
     */
    boolean mayUse(Account account, String address);

    /**
     * Returns the normalized form of an address, for comparison: the domain in lower case and the local part unchanged.
     */
    static String key(String address) {
        int at = address.lastIndexOf('@') + 1;
        return address.substring(0, at) + address.substring(at).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether the text has the syntax of an SMTP address (RFC 5321 §4.1.2, with the characters of RFC 6531).
     */
    boolean isAddress(String text);
}
