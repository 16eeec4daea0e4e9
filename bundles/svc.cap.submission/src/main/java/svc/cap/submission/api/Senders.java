package svc.cap.submission.api;

import java.util.Locale;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.identity.Reach;
import svc.api.store.Snapshot;

/**
 * In whose name accounts may send.
 *
 * <p>Threading: any thread. What takes a snapshot lives as long as that. Lifecycle: present while sending is.
 */
@ProviderType
public interface Senders {

    /** The capability of those who may send in the name of an account. */
    String CAPABILITY = "urn:ietf:params:jmap:submission";

    /** What the ids of identities begin with. */
    char LETTER = 'i';

    /**
     * Who somebody is when sending.
     *
     * @param name what stands before the address; may be empty
     * @param email the address; the account may have lost it since
     */
    record Sender(String name, String email) {}

    /** The identity of a number; empty where there is none. */
    Optional<Sender> identity(Snapshot snapshot, long n);

    /**
     * Whether the caller who reaches an account so may send in its name: whoever may write in somebody's mail may not do that for it.
     */
    boolean maySend(Reach reach);

    /** Whether an account may send by an address: it is one whose mail comes to it. */
    boolean mayUse(Account account, String address);

    /** What texts of one address have in common: the domain in small letters, what stands before it as it is. */
    static String key(String address) {
        int at = address.lastIndexOf('@') + 1;
        return address.substring(0, at) + address.substring(at).toLowerCase(Locale.ROOT);
    }

    /** Whether mail can be sent to a text at all: it has the form of an address. */
    boolean isAddress(String text);
}
