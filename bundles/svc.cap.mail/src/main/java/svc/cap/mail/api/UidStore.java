package svc.cap.mail.api;

import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.mime.Address;
import svc.mime.Part;

/**
 * The service by which other bundles read and change the emails of a mailbox by UID, as IMAP and POP3 do (RFC 9051
 * §2.3.1.1). Emails with the flag {@code \Deleted} are visible here and nowhere else (RFC 8621 §4.1.1).
 *
 * <p>Threading: thread-safe. Methods that take a snapshot or a transaction must be called within its store callback.
 * Lifecycle: registered while the mail bundle is active.
 */
@ProviderType
public interface UidStore {

    /**
     * Prepares a mailbox: all its emails have UIDs, the mailbox has a UIDVALIDITY, and its changes are logged from now
     * on. The first log of a large mailbox is written in the background. Does nothing for a mailbox that does not exist.
     * Call it outside a store callback.
     */
    void open(Scope scope, long mailbox);

    /**
     * A mailbox.
     *
     * @param validity the UIDVALIDITY, which changes only after a restore of the database; 0 if the mailbox must be opened
     * @param next the next UID
     * @param modseq the highest modification sequence (RFC 7162); 0 while it cannot be calculated
     */
    record UidMailbox(long validity, long next, long modseq) {}

    /** Returns a mailbox that was opened; empty if it does not exist. */
    Optional<UidMailbox> mailbox(Snapshot snapshot, long mailbox);

    /**
     * Returns the UIDs of the emails of a mailbox: the first and the last UID of each range without a gap, in ascending
     * order.
     */
    long[] ranges(Snapshot snapshot, long mailbox);

    /** Returns the highest modification sequence of a mailbox that was opened; 0 while it cannot be calculated. */
    long modseq(Snapshot snapshot, long mailbox);

    /**
     * The counts of a mailbox (RFC 9051 §6.3.11).
     *
     * @param messages the number of emails
     * @param unseen the number of emails without the flag {@code \Seen}
     * @param deleted the number of emails with the flag {@code \Deleted}
     * @param size the total size of the emails in octets
     */
    record Counts(long messages, long unseen, long deleted, long size) {}

    /** Returns the counts of a mailbox. The size is 0 unless it is requested, because it reads all emails. */
    Counts counts(Snapshot snapshot, long mailbox, boolean size);

    /**
     * Returns the lowest UID of an email without the flag {@code \Seen}; 0 without such an email, or if finding it would
     * mean to read many emails.
     */
    long firstUnseen(Snapshot snapshot, long mailbox);

    /** Returns up to {@code max} keywords that emails of the account have, in alphabetical order. */
    List<String> keywords(Snapshot snapshot, int max);

    /**
     * An email in a mailbox.
     *
     * @param uid the UID
     * @param n the number of the email
     * @param keywords its keywords, in lower case
     * @param deleted whether it has the flag {@code \Deleted}
     * @param received the "received at" time, in seconds since 1970
     * @param saved when it was added to the mailbox, in seconds since 1970
     * @param size the size in octets
     */
    record UidEmail(long uid, long n, Set<String> keywords, boolean deleted, long received, long saved, long size) {}

    /** Returns up to {@code max} emails of a mailbox with UIDs between two UIDs, in the order of the UIDs. */
    List<UidEmail> emails(Snapshot snapshot, long mailbox, long first, long last, int max);

    /** Returns the emails of a mailbox with these UIDs, in the order of the UIDs. */
    List<UidEmail> emails(Snapshot snapshot, long mailbox, Collection<Long> uids);

    /** Returns the modification sequences of emails of a mailbox, by UID. */
    Map<Long, Long> modseqs(Snapshot snapshot, long mailbox, Collection<UidEmail> emails);

    /**
     * The changes of a mailbox after a modification sequence.
     *
     * @param uids the UIDs of the emails that were added or changed, in ascending order
     * @param hasSameEmails whether the mailbox has the same emails as before; one that was removed and added again is among
     *     the changed ones, with its new UID
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record UidChanges(long[] uids, boolean hasSameEmails) {}

    /**
     * Returns the changes of a mailbox after a modification sequence. Empty if they cannot be calculated or are more than
     * {@code max}; then any email can have changed.
     */
    Optional<UidChanges> changes(Snapshot snapshot, long mailbox, long since, int max);

    /**
     * The emails of a mailbox that were added or changed after a modification sequence.
     *
     * @param emails the emails, in the order of their UIDs
     * @param modseqs their modification sequences, by UID
     */
    record ChangedEmails(List<UidEmail> emails, Map<Long, Long> modseqs) {}

    /**
     * Returns the emails of a mailbox that were added or changed after a modification sequence. Empty if they cannot be
     * calculated, or if more than {@code max} emails were added, changed or removed.
     */
    Optional<ChangedEmails> changedEmails(Snapshot snapshot, long mailbox, long since, int max);

    /**
     * The message of an email.
     *
     * @param blob the blob
     * @param root the structure, without header fields
     */
    record StoredMessage(BlobId blob, Part root) {}

    /** Returns the messages of emails that {@link #emails} returned, by number. */
    Map<Long, StoredMessage> messages(Snapshot snapshot, Collection<Long> numbers);

    /**
     * The structure of a message as IMAP sends it (RFC 9051 §7.5.2).
     *
     * @param envelope the value of ENVELOPE
     * @param structure the value of BODYSTRUCTURE
     */
    @SuppressWarnings("ArrayRecordComponent") // stored and sent, never compared
    record StoredStructure(byte[] envelope, byte[] structure) {}

    /** Returns the structures that {@link #keepStructures} stored for emails, by number. */
    Map<Long, StoredStructure> structures(Snapshot snapshot, Collection<Long> numbers);

    /** Stores structures by the numbers of the emails. Numbers without an email are ignored. */
    void keepStructures(Transaction tx, Map<Long, StoredStructure> structures);

    /** Returns the previews of emails that {@link #emails} returned, by number: the {@code preview} of RFC 8621 §4.1.4. */
    Map<Long, String> previews(Snapshot snapshot, Collection<Long> numbers);

    /**
     * Returns the first numbers of emails, by number; those that never had another number are left out. An email gets
     * another number when its thread changes. The first number of a copy is that of its source.
     */
    Map<Long, Long> firstNumbers(Snapshot snapshot, Collection<Long> numbers);

    /** Returns the numbers that emails with a first number have; some may not exist. */
    List<Long> withFirstNumber(Snapshot snapshot, long first);

    /** Returns the UIDs of emails in a mailbox, by number. */
    Map<Long, Long> uids(Snapshot snapshot, long mailbox, Collection<Long> numbers);

    /**
     * The values by which an email is searched and sorted.
     *
     * @param uid the UID
     * @param n the number of the email
     * @param received the "received at" time, in seconds since 1970
     * @param saved when it was added to the mailbox, in seconds since 1970
     * @param size the size in octets
     * @param sent the time in its Date field, in seconds since 1970; null if it has none
     */
    record UidValues(
            long uid,
            long n,
            long received,
            long saved,
            long size,
            @Nullable Long sent) {}

    /** Returns the values of the emails of a mailbox with UIDs between two UIDs, in the order of the UIDs. */
    List<UidValues> values(Snapshot snapshot, long mailbox, long first, long last);

    /** Returns the values of the emails of a mailbox with these UIDs, in the order of the UIDs. */
    List<UidValues> values(Snapshot snapshot, long mailbox, Collection<Long> uids);

    /** Returns the numbers of the emails of a mailbox with UIDs between two UIDs, by UID in ascending order. */
    Map<Long, Long> numbers(Snapshot snapshot, long mailbox, long first, long last);

    /**
     * Returns the UIDs of the emails of a mailbox with a keyword, in ascending order. For {@code $seen} it returns those
     * of the emails without this keyword, because an index contains them. Reads no other emails.
     *
     * @return empty if the account has more than {@code max} such emails
     */
    Optional<long[]> withKeyword(Snapshot snapshot, long mailbox, String keyword, long max);

    /**
     * Returns the UIDs of the emails of a mailbox that were received in a period, in ascending order. Reads no other
     * emails.
     *
     * @param from the first second of the period, since 1970
     * @param end the first second after the period
     * @return empty if there are more than {@code max} such emails
     */
    Optional<long[]> received(Snapshot snapshot, long mailbox, long from, long end, long max);

    /**
     * Returns the emails of a mailbox that have the flag {@code \Deleted} in all their mailboxes: their numbers by
     * UID. No search index contains these emails.
     */
    Map<Long, Long> hidden(Snapshot snapshot, long mailbox);

    /**
     * The texts by which an email is sorted. A missing text is empty.
     *
     * @param subject the base subject (RFC 5256 §2.1)
     * @param sender the name of the first address in From, or else the address
     * @param recipient the name of the first address in To, or else the address
     */
    record SortTexts(String subject, String sender, String recipient) {}

    /** Returns the texts by which emails are sorted, by number. */
    Map<Long, SortTexts> sortTexts(Snapshot snapshot, Collection<Long> numbers);

    /**
     * Header fields of an email. Of a repeated field, the last one is returned.
     *
     * @param addresses the addresses in From, To, Cc and Bcc; fields that are missing are left out
     * @param subject the subject; null if it is missing
     * @param sent the Date with its zone; null if it is missing or invalid
     * @param messageIds the ids in Message-ID, without angle brackets
     * @param inReplyTo the ids in In-Reply-To
     * @param references the ids in References
     */
    record EmailFields(
            Map<Field, List<Address>> addresses,
            @Nullable String subject,
            @Nullable OffsetDateTime sent,
            List<String> messageIds,
            List<String> inReplyTo,
            List<String> references) {

        /** Copies the collections. */
        public EmailFields {
            addresses = Map.copyOf(addresses);
            messageIds = List.copyOf(messageIds);
            inReplyTo = List.copyOf(inReplyTo);
            references = List.copyOf(references);
        }
    }

    /** A header field of {@link EmailFields}. */
    enum Field {
        FROM,
        TO,
        CC,
        BCC,
        SUBJECT,
        DATE,
        MESSAGE_ID,
        IN_REPLY_TO,
        REFERENCES
    }

    /**
     * Returns header fields of emails that {@link #emails} returned, by number. Reads no messages.
     *
     * @param wanted the fields to read; the others are missing in the result
     */
    Map<Long, EmailFields> fields(Snapshot snapshot, Collection<Long> numbers, Set<Field> wanted);

    /** How flags are changed (RFC 9051 §6.4.6). */
    enum FlagMode {
        ADD,
        REMOVE,
        REPLACE
    }

    /**
     * A change of flags.
     *
     * @param mode what happens with the flags
     * @param keywords the keywords, in lower case
     * @param deleted whether {@code \Deleted} is among the flags
     */
    record FlagChange(FlagMode mode, Set<String> keywords, boolean deleted) {

        /** Copies the set. */
        public FlagChange {
            keywords = Set.copyOf(keywords);
        }
    }

    /** Changes the flags of emails. UIDs without an email are ignored. */
    void store(Transaction tx, long mailbox, Collection<Long> uids, FlagChange change);

    /** Removes those of the emails from a mailbox that have the flag {@code \Deleted}. Returns their UIDs. */
    List<Long> expunge(Transaction tx, long mailbox, Collection<Long> uids);

    /** Returns up to {@code max} UIDs above a UID of emails with the flag {@code \Deleted}, in ascending order. */
    List<Long> deleted(Snapshot snapshot, long mailbox, long after, int max);

    /**
     * Adds emails to another mailbox, without the flag {@code \Deleted}. An email that is in that mailbox already is
     * duplicated. UIDs without an email are ignored.
     *
     * @return the UIDs in the other mailbox, by UID, in ascending order of both
     */
    Map<Long, Long> copy(Transaction tx, long mailbox, Collection<Long> uids, long target);

    /** Does what {@link #copy} does and removes the emails from the mailbox. */
    Map<Long, Long> move(Transaction tx, long mailbox, Collection<Long> uids, long target);
}
