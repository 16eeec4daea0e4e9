package svc.mail.transfer.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.mail.transfer.Ending;
import svc.mail.transfer.Format;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.format.MailSource;
import svc.mail.transfer.format.SourceFiles;
import svc.mail.transfer.maildir.MaildirTree;
import svc.mail.transfer.mbox.MboxTree;

/** The operation {@code svc mail import}, and the erasure of the records of imports into an account. */
@Component
public final class MailImport implements OperationGroup, ErasureStep {

    private static final int AT_ONCE = 4_000;
    private static final int ERASED_AT_ONCE = 400;

    private final TransferServices services;

    @Activate
    public MailImport(@Reference TransferServices services) {
        this.services = services;
    }

    record Arguments(
            @Help("the address or the id of the account") String account,

            @Help("an mbox file, a folder of them, or a Maildir")
            Path from,

            @Help("mbox or maildir, if the files do not show it") @Nullable
            Format format,

            @Help("the mailbox for all messages; a path is written with slashes: Old/2024") @Nullable
            String mailbox,

            @Help("also import messages that an earlier import imported")
            boolean again) {}

    @Operation(
            command = "mail import",
            help = "Import the messages of mbox files or of a Maildir into an account; started again it continues",
            needs = Needs.STORE)
    public OperationResult<ImportReport> run(Arguments arguments, AuditRecorder trace, Progress progress) {
        Account account = services.account(arguments.account());
        Path from = present(arguments.from());
        ImportReport report = services.alone(account, () -> bring(arguments, from, account, trace, progress));
        return new OperationResult<>(report, report.complete() && report.notImported() == 0 ? 0 : 1, "");
    }

    private static Path present(Path from) {
        try {
            return from.toRealPath();
        } catch (IOException e) {
            String why = Files.exists(from) ? "cannot be read by the user of the server" : "is not there";
            throw TransferServices.refused(
                    "from", from + " " + why + ". Name a file or a folder on the machine of the server.", why);
        }
    }

    private ImportReport bring(
            Arguments arguments, Path from, Account account, AuditRecorder trace, Progress progress) {
        try {
            boolean maildir = maildir(from, arguments.format());
            MailSource source = maildir ? new MaildirTree(from) : new MboxTree(from);
            List<String> root = root(from, maildir, arguments.mailbox());
            Scope scope = TransferServices.scope(account);
            services.mail().open(scope);
            long run = begin(scope, account, trace, arguments.again());
            try (ImportRun intake = new ImportRun(services, account, root, run, progress, units(source))) {
                String stopped = Ending.of(() -> {
                    source.read(intake);
                    intake.flush();
                });
                progress.tell(1, 1, "");
                return ImportReport.of(account, intake, stopped);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long begin(Scope scope, Account account, AuditRecorder trace, boolean again) {
        boolean more = again;
        while (more) {
            more = services.store()
                    .write(
                            scope,
                            TransactionCallback.named(
                                    "svc.mail.transfer: forget",
                                    tx -> ImportedMessageRows.forget(tx.sql(), AT_ONCE) > 0));
        }
        return services.begin(account, trace, ImportedMessageRows::begin);
    }

    private static boolean maildir(Path from, @Nullable Format format) throws IOException {
        boolean folder = Files.isDirectory(from);
        if (format == Format.MAILDIR && !(folder && MaildirTree.isOne(from))) {
            throw TransferServices.refused(
                    "from",
                    from + " is no Maildir: there is no folder cur or new in it. Name the folder that holds them.",
                    "is no Maildir");
        }
        return format == null ? folder && MaildirTree.isOne(from) : format == Format.MAILDIR;
    }

    /** Returns the path of the mailbox for messages outside folders; empty for the inbox. */
    private static List<String> root(Path from, boolean maildir, @Nullable String mailbox) {
        if (mailbox != null) {
            List<String> path = MailboxResolver.path(mailbox);
            if (path.isEmpty()) {
                throw new OperationException(
                        Reason.INVALID,
                        "The name of the mailbox is empty. Write --mailbox NAME, or leave it out.",
                        List.of(new FieldError("mailbox", "is empty")));
            }
            return path;
        } else if (maildir) {
            return List.of();
        }
        return Files.isDirectory(from) ? List.of() : List.of(MboxTree.mailbox(SourceFiles.name(from)));
    }

    /**
     * Returns the amount of work for the progress display. A read error is ignored here and reported when the source is
     * read.
     */
    private static long units(MailSource source) {
        try {
            return source.units();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public String namespace() {
        return "transfer";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return ImportedMessageRows.forget(tx.sql(), ERASED_AT_ONCE) > 0;
    }

    @Override
    public void finish(Transaction tx) {
        ImportedMessageRows.end(tx.sql());
    }
}
