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
 * @param complete whether all was written
 * @param stopped why not; left out when it was
 * @param exported how many messages were written
 * @param alreadyThere how many had been written before
 * @param notExported how many cannot be written
 * @param keywordsLeftOut how many keywords have no place in the format
 * @param bytes the bytes of the messages that were written
 * @param mailboxes the same for each mailbox
 * @param failures what cannot be written, and why; left out when all can
 * @param notNamed how many more there are of these; left out when all are named
 */
record Exported(
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
        List<Tally.Line> mailboxes,
        @Nullable List<Failure> failures,
        @Nullable Long notNamed) {

    static Exported of(Account account, Outgoing outgoing, @Nullable String stopped) {
        Tally tally = outgoing.tally();
        return new Exported(
                account.id(),
                account.organization(),
                account.email(),
                stopped == null,
                stopped,
                tally.done(),
                tally.already(),
                tally.failed(),
                outgoing.keywordsLeftOut(),
                tally.bytes(),
                tally.lines(),
                tally.failures(),
                tally.notNamed());
    }
}
