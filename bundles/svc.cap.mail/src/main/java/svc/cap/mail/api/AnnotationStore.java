package svc.cap.mail.api;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The service by which other bundles keep annotations of mailboxes (RFC 5464): texts with a name, such as
 * {@code /shared/comment}. The annotations of a mailbox are removed with it.
 *
 * <p>Threading: thread-safe. The methods must be called within a store callback. Lifecycle: registered while the mail
 * bundle is active.
 */
@ProviderType
public interface AnnotationStore {

    /** Type name of annotations in state changes. It is no type of JMAP. */
    String TYPE = "MailboxAnnotation";

    /** The maximum number of annotations of a mailbox. */
    int MOST_OF_MAILBOX = 50;

    /** The maximum number of annotations in an account. */
    int MOST_OF_ACCOUNT = 5_000;

    /** The maximum size of a value in octets. */
    int LONGEST_VALUE = 4_096;

    /**
     * What has annotations.
     *
     * @param owner the number of the account of a mailbox of another user; 0 for a mailbox of the account itself
     * @param mailbox the number of the mailbox; 0 for the account
     */
    record Annotated(long owner, long mailbox) {

        /** The account itself. */
        public static final Annotated ACCOUNT = new Annotated(0, 0);
    }

    /** Returns the values by name, in the order of the names. */
    SortedMap<String, byte[]> annotations(Snapshot snapshot, Annotated annotated);

    /** Returns for all annotations in the account a number that changes with the value, by name. */
    Map<Annotated, Map<String, Long>> digests(Snapshot snapshot);

    /**
     * Changes annotations. Does nothing if the mailbox is one of the account and does not exist.
     *
     * @param values the values by name in lower case; null to remove an annotation
     * @return false if there would be too many; then nothing is changed
     */
    boolean annotate(Transaction tx, Annotated annotated, Map<String, byte @Nullable []> values);

    /** Returns the mailboxes of other users that have annotations in the account: their numbers by owner. */
    Map<Long, Set<Long>> ofOtherUsers(Snapshot snapshot);

    /** Removes the annotations of mailboxes of another user, which the user of the account can no longer see. */
    void remove(Transaction tx, long owner, Set<Long> mailboxes);
}
