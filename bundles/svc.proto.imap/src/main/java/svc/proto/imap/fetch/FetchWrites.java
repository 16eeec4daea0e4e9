package svc.proto.imap.fetch;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.fetch.MessageResponse.OpenMessage;
import svc.proto.imap.message.MessageStructure;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/**
 * The changes that a FETCH makes: messages become seen, and their structures are stored. While the disk is full, it makes
 * none, so that messages can still be read. Not thread-safe.
 */
final class FetchWrites {

    private static final String SEEN = "$seen";

    /** The maximum length of a structure that is stored; a chunk holds many in memory. */
    private static final int LONGEST_STORED = 32_768;

    private final SelectedMailbox selected;
    private final MailAccess access;
    private final UidStore uids;
    private final Map<Long, StoredStructure> computed = new HashMap<>();

    FetchWrites(SelectedMailbox selected) {
        this.selected = selected;
        this.access = selected.access();
        this.uids = access.services().uids();
    }

    /** Returns the messages that became seen. */
    Set<Long> markSeen(List<UidEmail> emails) {
        Set<Long> unseen = emails.stream()
                .filter(email -> !email.keywords().contains(SEEN))
                .map(UidEmail::uid)
                .collect(Collectors.toSet());
        if (unseen.isEmpty()) {
            return unseen;
        }
        FlagChange change = new FlagChange(FlagMode.ADD, Set.of(SEEN), false);
        return write("fetch", tx -> uids.store(tx, selected.mailbox(), unseen, change)) ? unseen : Set.of();
    }

    /** Encodes the structure of a message, to be stored later. */
    StoredStructure structure(UidEmail email, OpenMessage message) throws IOException {
        MessageStructure encoded = MessageStructure.of(message.root(), message.content());
        StoredStructure structure = new StoredStructure(encoded.envelope(), encoded.bodyStructure());
        if (structure.envelope().length + structure.structure().length <= LONGEST_STORED) {
            computed.put(email.n(), structure);
        }
        return structure;
    }

    /** Stores the structures of the last messages. */
    void keepStructures() {
        if (!computed.isEmpty()) {
            Map<Long, StoredStructure> kept = Map.copyOf(computed);
            write("keep structures", tx -> uids.keepStructures(tx, kept));
            computed.clear();
        }
    }

    /** Returns whether the change was made: there was room, and no maintenance prevents it. */
    private boolean write(String command, Consumer<Transaction> work) {
        if (access.isReadOnly()) {
            return false;
        }
        try {
            return access.write(command, tx -> {
                work.accept(tx);
                return true;
            });
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FULL) {
                return false;
            }
            throw e;
        }
    }
}
