package svc.mail.transfer.exports;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.mail.transfer.Failure;
import svc.mail.transfer.TransferCounts;

/**
 * The result of an export.
 *
 * @param id the id of the account
 * @param tenantId the tenant of the account
 * @param account the address of the account
 * @param complete whether the export is complete
 * @param stopped the reason why the export is not complete; null if it is complete
 * @param exported the number of messages written by this run
 * @param alreadyThere the number of messages written by earlier runs
 * @param notExported the number of messages that could not be written
 * @param keywordsLeftOut the number of keywords that the format cannot represent
 * @param bytes the size of the messages written by this run
 * @param mailboxes the counts of each mailbox
 * @param failures the messages that could not be written; null if there are none
 * @param notNamed the number of failures that are not listed; null if all failures are listed
 */
record ExportReport(
        String id,
        String tenantId,
        String account,
        boolean complete,
        @Nullable String stopped,
        long exported,
        long alreadyThere,
        long notExported,
        long keywordsLeftOut,
        long bytes,
        List<TransferCounts.MailboxTransferCounts> mailboxes,
        @Nullable List<Failure> failures,
        @Nullable Long notNamed) {

    static ExportReport of(Account account, ExportRun run, @Nullable String stopped) {
        TransferCounts counts = run.tally();
        return new ExportReport(
                account.id(),
                account.organization(),
                account.email(),
                stopped == null,
                stopped,
                counts.done(),
                counts.alreadyPresent(),
                counts.failed(),
                run.keywordsLeftOut(),
                counts.bytes(),
                counts.lines(),
                counts.failures(),
                counts.notNamed());
    }
}
