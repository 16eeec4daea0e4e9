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
import svc.api.blob.BlobStore.Stored;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The messages of accounts, for bundles that bring, send or take them.
 *
 * <p>Threading: any thread. What takes a snapshot or a transaction lives as long as that. Lifecycle: present while mail is.
 */
@ProviderType
public interface MailStore {

    /** The capability of those who may see the messages of an account. */
    String CAPABILITY = "urn:ietf:params:jmap:mail";

    /** The type of messages in the log of changes. */
    String TYPE = "Email";

    /** What the ids of messages begin with. */
    char LETTER = 'm';

    /** What the ids of threads begin with. */
    char THREAD_LETTER = 't';

    /** What changes of a message when another bundle says something else of how it fares that was sent. */
    Facets DELIVERY = Facets.of(2);

    /** Sees to it that an account has its first mailboxes; outside any work of the store. */
    void open(Scope scope);

    /**
     * Reads a message, once, from front to back and never as a whole in memory; outside any work of the store. Empty for bytes
     * that are no message; what is broken in one is no error.
     */
    Optional<Letter> read(Stored blob) throws IOException;

    /** A message that was read, and can be filed. Immutable. */
    @ProviderType
    interface Letter {

        /** Its bytes. */
        BlobId blob();

        /** How many they are. */
        long size();

        /** The time in its most recent Received field. */
        Optional<Instant> received();
    }

    /** The number of the mailbox that has a role, such as {@code inbox}, of which there is always one. */
    OptionalLong mailbox(Snapshot snapshot, String role);

    /**
     * Where a message goes.
     *
     * @param letter it
     * @param mailboxes numbers of one or more mailboxes that exist
     * @param keywords in lower case
     * @param received when it was received
     */
    record Filing(Letter letter, Set<Long> mailboxes, Set<String> keywords, Instant received) {

        /** Copies the sets. */
        public Filing {
            mailboxes = Set.copyOf(mailboxes);
            keywords = Set.copyOf(keywords);
        }
    }

    /**
     * Files messages: rows, threads, counts and the log of changes, all in this transaction. The account must hold their blobs.
     *
     * @return the numbers of the messages, in their order
     */
    List<Long> file(Transaction tx, List<Filing> filings);

    /**
     * A message that is there.
     *
     * @param n its number
     * @param thread that of its thread
     * @param blob its bytes
     */
    record Held(long n, long thread, BlobId blob) {}

    /** Those that exist, by their numbers. */
    Map<Long, Held> find(Snapshot snapshot, Collection<Long> numbers);

    /**
     * The numbers of the messages that have a Message-ID, in their order. In threads of hundreds of messages some may be missing.
     *
     * @param messageId without angle brackets
     */
    List<Long> named(Snapshot snapshot, String messageId);

    /** Whether a message is there and has a keyword, which is given in lower case. */
    boolean marked(Snapshot snapshot, long n, String keyword);

    /**
     * Marks a message.
     *
     * @param keyword in lower case
     * @return false where it has the keyword already, or is not there; nothing was done then
     */
    boolean mark(Transaction tx, long n, String keyword);

    /**
     * A mailbox.
     *
     * @param n its number
     * @param path its name, after those of the mailboxes above it
     * @param role what it is for
     */
    record Box(long n, List<String> path, Optional<String> role) {

        /** Copies the list. */
        public Box {
            path = List.copyOf(path);
        }
    }

    /** All mailboxes in the order of their numbers. */
    List<Box> mailboxes(Snapshot snapshot);

    /**
     * The mailbox of a name, made where there is none.
     *
     * @param parent the number of the mailbox above; 0 for none
     * @throws svc.api.jmap.SetError there can be no mailbox of this name here
     */
    long mailbox(Transaction tx, long parent, String name);

    /**
     * Where a message stands in a mailbox, oldest first.
     *
     * @param received when it was received, in seconds since 1970
     * @param n its number
     */
    record Place(long received, long n) {

        /** Before the first one. */
        public static final Place START = new Place(Long.MIN_VALUE, 0);
    }

    /**
     * A message in a mailbox.
     *
     * @param place where it stands
     * @param blob its bytes
     * @param keywords in lower case
     */
    record Listed(Place place, BlobId blob, Set<String> keywords) {

        /** Copies the set. */
        public Listed {
            keywords = Set.copyOf(keywords);
        }
    }

    /** The messages of a mailbox behind a place, at most so many. */
    List<Listed> list(Snapshot snapshot, long mailbox, Place after, int most);
}
