package svc.proto.imap.state;

import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.response.ResponseCode;

/** The selected mailbox of a connection, with the messages that the client knows. Not thread-safe. */
public final class SelectedMailbox {

    private final MailAccess access;
    private final long mailbox;
    private final boolean readOnly;
    private final String rights;
    private final long validity;
    private UidView view;
    private UidView current;
    private long currentModseq;
    private long modseq;
    private NumberSet saved = NumberSet.EMPTY;

    /**
     * Creates the state after SELECT or EXAMINE.
     *
     * @param access the account of the mailbox
     * @param mailbox the number of the mailbox
     * @param readOnly whether the mailbox was opened by EXAMINE, or the user has no right to change messages
     * @param rights the rights of the user (RFC 4314 §2.1)
     * @param validity the UIDVALIDITY
     * @param view the messages
     * @param modseq the highest modification sequence; 0 while it cannot be calculated
     */
    public SelectedMailbox(
            MailAccess access,
            long mailbox,
            boolean readOnly,
            String rights,
            long validity,
            UidView view,
            long modseq) {
        this.access = access;
        this.mailbox = mailbox;
        this.readOnly = readOnly;
        this.rights = rights;
        this.validity = validity;
        this.view = view;
        this.current = view;
        this.modseq = modseq;
        this.currentModseq = modseq;
    }

    /** Returns the account of the mailbox. */
    public MailAccess access() {
        return access;
    }

    /** Returns what identifies the mailbox among those of all accounts. */
    public MailboxKey key() {
        return new MailboxKey(access.account().account().n(), mailbox);
    }

    /** Returns the number of the mailbox. */
    public long mailbox() {
        return mailbox;
    }

    /** Returns whether the client cannot change messages. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /** Returns the rights of the user when the mailbox was selected. */
    public String rights() {
        return rights;
    }

    /** Returns whether the client can change messages in a way that needs a right (RFC 4314 §4). */
    public boolean may(char right) {
        return !readOnly && rights.indexOf(right) >= 0;
    }

    /** Refuses a command that needs a right to change messages. */
    public void require(char right) throws RefusedException {
        if (readOnly) {
            throw new RefusedException(
                    ResponseCode.CANNOT, "The mailbox is open for reading only; select it to change messages");
        }
        if (!may(right)) {
            throw new RefusedException(ResponseCode.NOPERM, "You do not have the right " + right + " in this mailbox");
        }
    }

    /** Returns the UIDVALIDITY. */
    public long validity() {
        return validity;
    }

    /** Returns the messages that the client knows. */
    public UidView view() {
        return view;
    }

    /** Returns the modification sequence up to which the client has received changes; 0 if it is unknown. */
    public long modseq() {
        return modseq;
    }

    /** Returns the messages that were in the mailbox when its changes were last read. */
    public UidView current() {
        return current;
    }

    /** Returns the highest modification sequence of the mailbox when its changes were last read; 0 if it is unknown. */
    public long currentModseq() {
        return currentModseq;
    }

    /**
     * Records that the server has sent changes to the client.
     *
     * @param known the messages that the client knows; some are removed, if EXPUNGE could not be sent
     * @param upTo the modification sequence up to which the client has received changes
     * @param now the messages in the mailbox
     * @param highest the highest modification sequence of the mailbox
     */
    public void update(UidView known, long upTo, UidView now, long highest) {
        view = known;
        modseq = upTo;
        current = now;
        currentModseq = highest;
    }

    /**
     * Records that a command of the client made all changes of the mailbox after those that the client has received. The
     * changes do not add or remove messages.
     *
     * @param highest the highest modification sequence of the mailbox after the changes
     */
    public void advanceTo(long highest) {
        modseq = highest;
        currentModseq = highest;
    }

    /** Returns the saved result of the last search (RFC 5182), as UIDs. */
    public NumberSet saved() {
        return view.existing(saved);
    }

    /** Saves the result of a search, as UIDs. */
    public void save(NumberSet uids) {
        saved = uids;
    }

    /**
     * Returns the UIDs of the messages that a command names, as the client knows them.
     *
     * @param uid whether the set contains UIDs; UIDs without a message are ignored
     * @throws RefusedException the set contains a message number above the number of messages
     */
    public NumberSet messages(SequenceSet set, boolean uid) throws RefusedException {
        if (set.isSaved()) {
            return saved();
        }
        if (uid) {
            return view.existing(set.resolve(view.highest()));
        }
        if (set.largestNamed() > view.size() || view.size() == 0) {
            throw new RefusedException(Reply.bad("There is no message " + Math.max(1, set.largestNamed())
                    + "; the mailbox has " + view.size() + " messages"));
        }
        return view.uidsOf(set.resolve(view.size()));
    }
}
