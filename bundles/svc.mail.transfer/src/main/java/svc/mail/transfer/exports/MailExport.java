package svc.mail.transfer;

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
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Progress;
import svc.api.operation.Trace;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore.Box;

/** {@code svc mail export}. */
@Component(service = AdminOperation.class)
public final class MailExport extends TransferOperation<MailExport.Arguments, Exported> {

    private final Services services;
    private final Party party;

    /** Takes it out of here. */
    @Activate
    public MailExport(@Reference Services services, @Reference Party party) {
        super(
                "export",
                "Write the messages of an account as mbox files or as a Maildir; started again it goes on",
                Arguments.class);
        this.services = services;
        this.party = party;
    }

    /** What goes where. */
    record Arguments(
            @Help("the address or the id of the account") String account,

            @Help("a folder that is empty, not there yet, or holds a part of this export")
            Path to,

            @Help("how it is written") Format format,

            @Help("only this mailbox and those below it: Old/2024") @Nullable
            String mailbox) {}

    @Override
    public int exit(Exported result) {
        return result.complete() && result.notExported() == 0 ? 0 : 1;
    }

    @Override
    public Exported run(Arguments arguments, Trace trace, Progress progress) {
        Account account = party.account(arguments.account());
        return party.alone(account, () -> take(arguments, account, trace, progress));
    }

    private Exported take(Arguments arguments, Account account, Trace trace, Progress progress) {
        Scope scope = Party.scope(account);
        services.mail().open(scope);
        List<Box> boxes = boxes(scope, arguments.mailbox());
        Path to = arguments.to();
        try (Journal journal = journal(to, account, arguments);
                MailTarget target = arguments.format() == Format.MBOX ? new MboxTarget(to) : new MaildirTarget(to)) {
            services.begin(account, trace, tx -> account);
            Outgoing outgoing = new Outgoing(services, account, target, journal, progress);
            String stopped = Ending.of(() -> {
                for (Box box : boxes) {
                    outgoing.carry(box, Outgoing.path(box));
                }
            });
            progress.tell(1, 1, "");
            return Exported.of(account, outgoing, stopped);
        } catch (AccessDeniedException | FileAlreadyExistsException e) {
            throw refused("to", to + " cannot be written by the user of the server.", "cannot be written");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Box> boxes(Scope scope, @Nullable String mailbox) {
        List<Box> boxes = services.store().read(scope, services.mail()::mailboxes);
        if (mailbox == null) {
            return boxes;
        }
        List<Box> asked = Outgoing.asked(boxes, Folders.path(mailbox));
        if (asked.isEmpty()) {
            throw new OperationProblem(
                    Reason.NOT_FOUND,
                    "The account has no mailbox " + mailbox + ". See svc account view ID mailboxes.",
                    List.of(new FieldError("mailbox", "is none")));
        }
        return asked;
    }

    /** A folder that holds something else is left as it is. */
    private static Journal journal(Path to, Account account, Arguments arguments) throws IOException {
        String head = "svc-mail-export 1 " + account.id() + " " + arguments.format();
        if (Files.exists(to)) {
            if (!Files.isDirectory(to)) {
                throw refused("to", to + " is no folder. Name one that is empty or not there yet.", "is no folder");
            }
            try (Stream<Path> entries = Files.list(to)) {
                if (!Files.exists(to.resolve(Journal.FILE)) && entries.findAny().isPresent()) {
                    throw refused(
                            "to",
                            to + " holds other files. Name a folder that is empty or not there yet.",
                            "is not empty");
                }
            }
        }
        Files.createDirectories(to);
        return Journal.open(to, head)
                .orElseThrow(() -> refused(
                        "to",
                        to + " holds an export of another account or in another format. Name another folder.",
                        "holds another export"));
    }
}
