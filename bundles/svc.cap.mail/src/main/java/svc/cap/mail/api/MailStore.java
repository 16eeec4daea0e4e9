package svc.cap.mail.api;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The service by which other bundles parse, file, find, mark and list the emails of accounts.
 *
 * <p>Threading: thread-safe. Methods that take a snapshot or a transaction must be called within its store callback.
 * Lifecycle: registered while the mail bundle is active.
 */
@ProviderType
public interface MailStore {

    /** URN of the capability that grants access to the emails of an account (RFC 8621 §1.3.1). */
    String CAPABILITY = "urn:ietf:params:jmap:mail";

    /** Type name of emails in the change log. */
    String TYPE = "Email";

    /** Type name of mailboxes. */
    String MAILBOX_TYPE = "Mailbox";

    /** The right in a mailbox with which another user than the owner can send its emails in the name of the owner. */
    String SUBMIT_RIGHT = "maySubmit";

    /** First character of email ids. */
    char LETTER = 'm';

    /** First character of thread ids. */
    char THREAD_LETTER = 't';

    /** Facet number of {@link #DELIVERY}. */
    int DELIVERY_FACET = 2;

    /** Facet of the delivery status of an email. Another bundle reports the status; the facet covers nothing else. */
    Facets DELIVERY = Facets.of(DELIVERY_FACET);

    /**
     * Creates the default mailboxes of an account if the account has not used mail before. Call it outside a store
     * callback.
     */
    void open(Scope scope);

    /**
     * Parses a message in one pass, without holding the whole message in memory. Returns empty if the bytes are not a
     * message. Errors inside a message are tolerated. Call it outside a store callback.
     */
    Optional<ParsedMessage> read(StoredBlob blob) throws IOException;

    /** A parsed message that can be filed. Immutable. */
    @ProviderType
    interface ParsedMessage {

        /** Returns the blob of the message. */
        BlobId blob();

        /** Returns the size of the message in octets. */
        long size();

        /** Returns the time in the most recent {@code Received} field. */
        Optional<Instant> received();
    }

    /**
     * Returns the number of the mailbox with a role such as {@code inbox}. After {@link #open}, the inbox always
     * exists, because it cannot be destroyed.
     */
    OptionalLong mailbox(Snapshot snapshot, String role);

    /**
     * An email to file.
     *
     * @param letter the parsed message
     * @param mailboxes the numbers of one or more existing mailboxes
     * @param keywords the keywords, in lower case
     * @param received the "received at" time
     */
    record NewEmail(ParsedMessage letter, Set<Long> mailboxes, Set<String> keywords, Instant received) {

        /** Copies the sets. */
        public NewEmail {
            mailboxes = Set.copyOf(mailboxes);
            keywords = Set.copyOf(keywords);
        }
    }

    /**
     * Files emails. Writes rows, threads, counts and the change log in this transaction. The account must hold the
     * blobs.
     *
     * @return the numbers of the new emails, in the order of the argument
     */
    List<Long> file(Transaction tx, List<NewEmail> filings);

    /**
     * A stored email.
     *
     * @param n the number of the email
     * @param thread the number of its thread
     * @param blob the blob of the message
     */
    record StoredEmail(long n, long thread, BlobId blob) {}

    /** Returns the emails that exist, by number. Numbers without an email are left out. */
    Map<Long, StoredEmail> find(Snapshot snapshot, Collection<Long> numbers);

    /** Returns those of the emails that a caller may see in an account. Numbers without an email may be among them. */
    Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, Collection<Long> numbers);

    /** Returns the numbers of the mailboxes that contain an email; none if the email does not exist. */
    Set<Long> mailboxesOf(Snapshot snapshot, long n);

    /**
     * Returns the numbers of the emails with this Message-ID, in ascending order. The search is bounded: emails in
     * threads of hundreds of emails can be missing.
     *
     * @param messageId the id without angle brackets
     */
    List<Long> named(Snapshot snapshot, String messageId);

    /** Returns whether an email exists and has a keyword. The keyword must be in lower case. */
    boolean marked(Snapshot snapshot, long n, String keyword);

    /**
     * Adds a keyword to an email.
     *
     * @param keyword the keyword, in lower case
     * @return false if the email has the keyword already or does not exist; in both cases nothing is changed
     */
    boolean mark(Transaction tx, long n, String keyword);

    /**
     * A mailbox with its path.
     *
     * @param n the number of the mailbox
     * @param path the names of the ancestors of the mailbox from the top, then its own name
     * @param role its role, such as {@code inbox}
     */
    record MailboxInfo(long n, List<String> path, Optional<String> role) {

        /** Copies the list. */
        public MailboxInfo {
            path = List.copyOf(path);
        }
    }

    /** Returns all mailboxes of the account, ordered by number. */
    List<MailboxInfo> mailboxes(Snapshot snapshot);

    /**
     * A mailbox as a caller sees it (RFC 8621 §2).
     *
     * @param n the number of the mailbox
     * @param parent the number of its parent; 0 for none, and if the parent is not visible
     * @param name its name
     * @param role its role, such as {@code inbox}
     * @param subscribed whether the caller is subscribed to it
     * @param emails the number of its emails, without those with the flag {@code \Deleted}
     * @param rights the names of the rights of the caller, such as {@code mayAddItems}
     */
    record VisibleMailbox(
            long n,
            long parent,
            String name,
            Optional<String> role,
            boolean subscribed,
            long emails,
            Set<String> rights) {

        /** Copies the set. */
        public VisibleMailbox {
            rights = Set.copyOf(rights);
        }
    }

    /** Returns the mailboxes that a caller sees in the account, ordered by number. */
    List<VisibleMailbox> mailboxes(Snapshot snapshot, AccessibleAccount account, Caller caller);

    /**
     * Subscribes a user with whom a mailbox is shared, or ends the subscription. The user needs no other right than to
     * see the mailbox.
     *
     * @param user the number of the account of the user, who is not the owner
     */
    void subscribe(Transaction tx, long mailbox, long user, boolean subscribed);

    /**
     * Returns the number of the mailbox with this parent and name. Creates the mailbox if it does not exist. At the top
     * level, the name {@code INBOX}, in upper or lower case, means the inbox.
     *
     * @param parent the number of the parent mailbox; 0 for none
     * @throws svc.api.jmap.SetError if no mailbox can have this name here
     */
    long mailbox(Transaction tx, long parent, String name);

    /**
     * Sort position of an email in a mailbox; the oldest email comes first.
     *
     * @param received the "received at" time, in seconds since 1970
     * @param n the number of the email
     */
    record Position(long received, long n) {

        /** The position before the first email. */
        public static final Position START = new Position(Long.MIN_VALUE, 0);
    }

    /**
     * An email in a mailbox.
     *
     * @param place its position
     * @param blob the blob of the message
     * @param keywords its keywords, in lower case
     */
    record MailboxEntry(Position place, BlobId blob, Set<String> keywords) {

        /** Copies the set. */
        public MailboxEntry {
            keywords = Set.copyOf(keywords);
        }
    }

    /** Returns up to {@code max} emails of a mailbox that follow a position, oldest first. */
    List<MailboxEntry> list(Snapshot snapshot, long mailbox, Position after, int max);
}
