package svc.mail.transfer.exports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
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
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.mail.transfer.Ending;
import svc.mail.transfer.Format;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.format.MailTarget;
import svc.mail.transfer.maildir.MaildirTarget;
import svc.mail.transfer.mbox.MboxTarget;

/** The operation {@code svc mail export}. */
@Component
public final class MailExport implements OperationGroup {

    private final TransferServices services;

    @Activate
    public MailExport(@Reference TransferServices services) {
        this.services = services;
    }

    record Arguments(
            @Help("the address or the id of the account") String account,

            @Help("a folder that is empty, does not exist, or contains a part of this export")
            Path to,

            @Help("the format of the files") Format format,

            @Help("only this mailbox and the mailboxes below it: Old/2024") @Nullable
            String mailbox) {}

    @Operation(
            command = "mail export",
            help = "Write the messages of an account as mbox files or as a Maildir; started again it continues",
            needs = Needs.STORE)
    public OperationResult<ExportReport> run(Arguments arguments, AuditRecorder trace, Progress progress) {
        Account account = services.account(arguments.account());
        ExportReport report = services.alone(account, () -> take(arguments, account, trace, progress));
        return new OperationResult<>(report, report.complete() && report.notExported() == 0 ? 0 : 1, "");
    }

    private ExportReport take(Arguments arguments, Account account, AuditRecorder trace, Progress progress) {
        Scope scope = TransferServices.scope(account);
        services.mail().open(scope);
        List<MailboxInfo> boxes = boxes(scope, arguments.mailbox());
        Path to = arguments.to();
        try (ExportJournal journal = journal(to, account, arguments);
                MailTarget target = arguments.format() == Format.MBOX ? new MboxTarget(to) : new MaildirTarget(to)) {
            services.begin(account, trace, tx -> account);
            ExportRun outgoing = new ExportRun(services, account, target, journal, progress);
            String stopped = Ending.of(() -> {
                for (MailboxInfo box : boxes) {
                    outgoing.carry(box, ExportRun.path(box));
                }
            });
            progress.tell(1, 1, "");
            return ExportReport.of(account, outgoing, stopped);
        } catch (AccessDeniedException | FileAlreadyExistsException e) {
            throw TransferServices.refused(
                    "to", to + " cannot be written by the user of the server.", "cannot be written");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<MailboxInfo> boxes(Scope scope, @Nullable String mailbox) {
        List<MailboxInfo> boxes = services.store().read(scope, services.mail()::mailboxes);
        if (mailbox == null) {
            return boxes;
        }
        List<MailboxInfo> asked = ExportRun.asked(boxes, MailboxResolver.path(mailbox));
        if (asked.isEmpty()) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    "The account has no mailbox " + mailbox + ". See svc account view ID mailboxes.",
                    List.of(new FieldError("mailbox", "is none")));
        }
        return asked;
    }

    /** Opens the journal. A folder with other files is rejected and not changed. */
    private static ExportJournal journal(Path to, Account account, Arguments arguments) throws IOException {
        String head = "svc-mail-export 1 " + account.id() + " " + arguments.format();
        if (Files.exists(to)) {
            if (!Files.isDirectory(to)) {
                throw TransferServices.refused(
                        "to", to + " is no folder. Name one that is empty or not there yet.", "is no folder");
            }
            try (Stream<Path> entries = Files.list(to)) {
                if (!Files.exists(to.resolve(ExportJournal.FILE))
                        && entries.findAny().isPresent()) {
                    throw TransferServices.refused(
                            "to",
                            to + " holds other files. Name a folder that is empty or not there yet.",
                            "is not empty");
                }
            }
        }
        Files.createDirectories(to);
        return ExportJournal.open(to, head)
                .orElseThrow(() -> TransferServices.refused(
                        "to",
                        to + " holds an export of another account or in another format. Name another folder.",
                        "holds another export"));
    }
}
