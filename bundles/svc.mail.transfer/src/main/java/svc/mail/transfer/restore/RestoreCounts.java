package svc.mail.transfer.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.backup.AccountRestorer.Failure;
import svc.api.backup.AccountRestorer.Result;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;

/** Counts of a restore. Not thread-safe. */
final class RestoreCounts {

    private static final int MOST_NAMED = 100;

    private final List<Failure> failures = new ArrayList<>();
    private long restored;
    private long present;
    private long failed;
    private long bytes;

    void restored(long size) {
        restored++;
        bytes += size;
    }

    void present(long emails) {
        present += emails;
    }

    void failed(BackedUpEmail email, String reason) {
        failed++;
        if (failures.size() < MOST_NAMED) {
            String id = ObjectId.format(MailStore.LETTER, email.entry().place().n());
            failures.add(new Failure(id, email.source(), reason));
        }
    }

    /** Returns the number of emails that were counted. */
    long done() {
        return restored + present + failed;
    }

    String summary() {
        return restored + " emails restored, " + present + " already present, " + failed + " failed";
    }

    Result result(@Nullable String stopped) {
        return new Result(restored, present, failed, bytes, failures, stopped);
    }
}
