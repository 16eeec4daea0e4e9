package svc.mail.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;

/**
 * What became of it.
 *
 * @param id the account
 * @param tenantId its organization
 * @param account its address
 * @param complete whether the source was read to its end
 * @param stopped why not; left out when it was
 * @param imported how many messages came in
 * @param alreadyThere how many an earlier import brought
 * @param notImported how many did not come in
 * @param mailboxesMade how many mailboxes were made
 * @param bytes the bytes of those that came in
 * @param mailboxes the same for each mailbox
 * @param failures what did not come in, and why; left out when all did
 * @param notNamed how many more there are of these; left out when all are named
 */
record Imported(
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
        List<Tally.Line> mailboxes,
        @Nullable List<Failure> failures,
        @Nullable Long notNamed) {

    static Imported of(Account account, Intake intake, @Nullable String stopped) {
        Tally tally = intake.tally();
        return new Imported(
                account.id(),
                account.organization(),
                account.email(),
                stopped == null,
                stopped,
                tally.done(),
                tally.already(),
                tally.failed(),
                intake.mailboxesMade(),
                tally.bytes(),
                tally.lines(),
                tally.failures(),
                tally.notNamed());
    }
}
