package svc.mail.transfer.restore;

import java.util.List;
import svc.api.blob.BlobId;
import svc.cap.mail.api.MailStore.MailboxEntry;

/**
 * An email of a backup.
 *
 * @param entry the email
 * @param source the path in the backup of its first mailbox, as shown to operators
 * @param paths the paths of the mailboxes in which it is restored
 */
record BackedUpEmail(MailboxEntry entry, String source, List<List<String>> paths) {

    BackedUpEmail {
        paths = List.copyOf(paths);
    }

    BlobId blob() {
        return entry.blob();
    }
}
