package svc.cap.mail;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.mailbox.AnnotationRows;
import svc.cap.mail.mailbox.MailboxRows;

/** The {@link AnnotationStore} service. Thread-safe. */
@Component
public final class MailboxAnnotationStore implements AnnotationStore {

    @Override
    public SortedMap<String, byte[]> annotations(Snapshot snapshot, Annotated annotated) {
        return AnnotationRows.find(snapshot.sql(), annotated);
    }

    @Override
    public Map<Annotated, Map<String, Long>> digests(Snapshot snapshot) {
        return AnnotationRows.digests(snapshot.sql());
    }

    @Override
    public boolean annotate(Transaction tx, Annotated annotated, Map<String, byte @Nullable []> values) {
        if (annotated.owner() == 0
                && annotated.mailbox() != 0
                && MailboxRows.find(tx.sql(), List.of(annotated.mailbox())).isEmpty()) {
            return true;
        }
        Set<String> before = AnnotationRows.names(tx.sql(), annotated);
        Set<String> after = new HashSet<>(before);
        values.forEach((name, value) -> {
            if (value == null) {
                after.remove(name);
            } else {
                after.add(name);
            }
        });
        int more = after.size() - before.size();
        if (more > 0 && (after.size() > MOST_OF_MAILBOX || AnnotationRows.count(tx.sql()) + more > MOST_OF_ACCOUNT)) {
            return false;
        }
        values.forEach((name, value) -> {
            if (value == null) {
                AnnotationRows.delete(tx.sql(), annotated, name);
            } else {
                AnnotationRows.put(tx.sql(), annotated, name, value, digest(value));
            }
        });
        tx.touched(TYPE);
        return true;
    }

    private static long digest(byte[] value) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(value))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    @Override
    public Map<Long, Set<Long>> ofOtherUsers(Snapshot snapshot) {
        return AnnotationRows.ofOtherUsers(snapshot.sql());
    }

    @Override
    public void remove(Transaction tx, long owner, Set<Long> mailboxes) {
        AnnotationRows.delete(tx.sql(), owner, mailboxes);
        tx.touched(TYPE);
    }
}
