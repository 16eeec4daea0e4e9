package svc.mail.transfer.imports;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.mail.transfer.Failure;
import svc.mail.transfer.TransferCounts;

/**
 * The result of an import.
 *
 * @param id the id of the account
 * @param tenantId the tenant of the account
 * @param account the address of the account
 * @param complete whether the source was read completely
 * @param stopped the reason why the source was not read completely; null if it was read completely
 * @param imported the number of messages imported by this run
 * @param alreadyThere the number of messages that earlier imports filed
 * @param notImported the number of messages that could not be imported
 * @param mailboxesMade the number of mailboxes created
 * @param bytes the size of the messages imported by this run
 * @param mailboxes the counts of each mailbox
 * @param failures the messages that could not be imported; null if there are none
 * @param notNamed the number of failures that are not listed; null if all failures are listed
 */
record ImportReport(
        String id,
        String tenantId,
        String account,
        boolean complete,
        @Nullable String stopped,
        long imported,
        long alreadyThere,
        long notImported,
        long mailboxesMade,
        long bytes,
        List<TransferCounts.MailboxTransferCounts> mailboxes,
        @Nullable List<Failure> failures,
        @Nullable Long notNamed) {

    static ImportReport of(Account account, ImportRun run, @Nullable String stopped) {
        TransferCounts counts = run.tally();
        return new ImportReport(
                account.id(),
                account.organization(),
                account.email(),
                stopped == null,
                stopped,
                counts.done(),
                counts.alreadyPresent(),
                counts.failed(),
                run.mailboxesMade(),
                counts.bytes(),
                counts.lines(),
                counts.failures(),
                counts.notNamed());
    }
}
