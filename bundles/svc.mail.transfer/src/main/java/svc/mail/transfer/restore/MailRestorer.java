package svc.mail.transfer.restore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.AccountRestorer;
import svc.api.operation.Progress;
import svc.mail.transfer.Ending;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferServices;

/** Restores the emails of an account from a backup, into mailboxes below one of their own. Thread-safe. */
@Component
public final class MailRestorer implements AccountRestorer {

    private final TransferServices services;

    @Activate
    public MailRestorer(@Reference TransferServices services) {
        this.services = services;
    }

    @Override
    public Result restore(AccountBackup backup, Options options, Progress progress) throws IOException {
        List<String> root = MailboxResolver.path(options.container());
        if (root.isEmpty()) {
            throw TransferServices.refused(
                    "mailbox", "The name of the mailbox is empty. Write --mailbox NAME, or leave it out.", "is empty");
        }
        try {
            return services.alone(backup.account(), () -> run(backup, root, options.all(), progress));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Result run(AccountBackup backup, List<String> root, boolean all, Progress progress) {
        services.mail().open(TransferServices.scope(backup.account()));
        RestoreCounts counts = new RestoreCounts();
        RestoreRun run = new RestoreRun(services, backup, root, all, counts, progress);
        try {
            return counts.result(Ending.of(run::run));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
