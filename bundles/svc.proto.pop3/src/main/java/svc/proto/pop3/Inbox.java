package svc.proto.pop3;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.engine.ScopeKey;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.cap.mail.api.UidStore.UidValues;

/**
 * The inbox of a signed-in user.
 *
 * @param front the services
 * @param caller the user
 * @param scope the scope of the account
 * @param mailbox the number of the inbox
 */
record Inbox(Front front, Caller caller, Scope scope, long mailbox) {

    /** The number of UIDs whose messages are read together. */
    private static final int CHUNK = 10_000;

    /** The number of messages in one transaction, so that other writers do not wait long. */
    private static final int PORTION = 50;

    private static final FlagChange DELETED = new FlagChange(FlagMode.ADD, Set.of(), true);

    /** Opens the inbox of a user. */
    static Inbox open(Front front, Caller caller) {
        Scope scope = Scope.account(new ScopeKey(), caller.account().n());
        front.mail().open(scope);
        long mailbox = front.store()
                .read(scope, snapshot -> front.mail().mailbox(snapshot, "inbox"))
                .orElseThrow(() -> new IllegalStateException("The account has no inbox"));
        front.uids().open(scope, mailbox);
        return new Inbox(front, caller, scope, mailbox);
    }

    /** Reads the messages without the flag {@code \Deleted}. */
    Maildrop maildrop() {
        return front.store().read(scope, this::maildrop);
    }

    private Maildrop maildrop(Snapshot snapshot) {
        UidMailbox found = front.uids()
                .mailbox(snapshot, mailbox)
                .orElseThrow(() -> new IllegalStateException("The account has no inbox"));
        Set<Long> hidden = new HashSet<>(front.uids().deleted(snapshot, mailbox, 0, Integer.MAX_VALUE));
        LongStream.Builder uids = LongStream.builder();
        LongStream.Builder sizes = LongStream.builder();
        long[] ranges = front.uids().ranges(snapshot, mailbox);
        long next = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            for (long from = Math.max(next, ranges[i]); from <= ranges[i + 1]; from = next) {
                next = from + CHUNK;
                for (UidValues message : front.uids().values(snapshot, mailbox, from, next - 1)) {
                    if (!hidden.contains(message.uid())) {
                        uids.add(message.uid());
                        sizes.add(message.size());
                    }
                }
            }
        }
        return new Maildrop(
                found.validity(), uids.build().toArray(), sizes.build().toArray());
    }

    /** Returns the content of a message; empty if it is not in the inbox any more. */
    Optional<StoredBlob> message(long uid) {
        return front.store()
                .<Optional<StoredMessage>>read(
                        scope,
                        snapshot -> front.uids().emails(snapshot, mailbox, List.of(uid)).stream()
                                .map(UidEmail::n)
                                .findFirst()
                                .flatMap(n -> Optional.ofNullable(front.uids()
                                        .messages(snapshot, List.of(n))
                                        .get(n))))
                .flatMap(message -> front.blobs().find(caller.account(), message.blob()));
    }

    /** Removes messages from the inbox. Ignores those that are not in it any more. */
    void remove(List<Long> uids) {
        for (int from = 0; from < uids.size(); from += PORTION) {
            List<Long> portion = uids.subList(from, Math.min(uids.size(), from + PORTION));
            front.store().write(scope, TransactionCallback.named("svc.proto.pop3: QUIT", tx -> {
                front.uids().store(tx, mailbox, portion, DELETED);
                return front.uids().expunge(tx, mailbox, portion);
            }));
        }
    }
}
