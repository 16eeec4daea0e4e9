package svc.mail.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import svc.api.store.Writing;

/** {@code svc mail import}. */
@Component(service = AdminOperation.class)
public final class MailImport extends TransferOperation<MailImport.Arguments, Imported> {

    private static final int AT_ONCE = 4_000;

    private final Services services;
    private final Party party;

    /** Brings it in here. */
    @Activate
    public MailImport(@Reference Services services, @Reference Party party) {
        super(
                "import",
                "Bring the messages of mbox files or of a Maildir into an account; started again it goes on",
                Arguments.class);
        this.services = services;
        this.party = party;
    }

    /** What goes where. */
    record Arguments(
            @Help("the address or the id of the account") String account,

            @Help("an mbox file, a folder of them, or a Maildir")
            Path from,

            @Help("mbox or maildir, where the files do not show it") @Nullable
            Format format,

            @Help("the mailbox for all of it, below others with slashes: Old/2024") @Nullable
            String mailbox,

            @Help("also what an earlier import brought already")
            boolean again) {}

    @Override
    public int exit(Imported result) {
        return result.complete() && result.notImported() == 0 ? 0 : 1;
    }

    @Override
    public Imported run(Arguments arguments, Trace trace, Progress progress) {
        Account account = party.account(arguments.account());
        Path from = present(arguments.from());
        return party.alone(account, () -> bring(arguments, from, account, trace, progress));
    }

    private static Path present(Path from) {
        try {
            return from.toRealPath();
        } catch (IOException e) {
            String why = Files.exists(from) ? "cannot be read by the user of the server" : "is not there";
            throw refused("from", from + " " + why + ". Name a file or a folder on the machine of the server.", why);
        }
    }

    private Imported bring(Arguments arguments, Path from, Account account, Trace trace, Progress progress) {
        try {
            boolean maildir = maildir(from, arguments.format());
            MailSource source = maildir ? new MaildirTree(from) : new MboxTree(from);
            List<String> root = root(from, maildir, arguments.mailbox());
            Scope scope = Party.scope(account);
            services.mail().open(scope);
            long run = begin(scope, account, trace, arguments.again());
            try (Intake intake = new Intake(services, account, root, run, progress, units(source))) {
                String stopped = Ending.of(() -> {
                    source.read(intake);
                    intake.flush();
                });
                progress.tell(1, 1, "");
                return Imported.of(account, intake, stopped);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long begin(Scope scope, Account account, Trace trace, boolean again) {
        boolean more = again;
        while (more) {
            more = services.store()
                    .write(
                            scope,
                            Writing.named("svc.mail.transfer: forget", tx -> SeenRows.forget(tx.sql(), AT_ONCE) > 0));
        }
        return services.begin(account, trace, SeenRows::begin);
    }

    private static boolean maildir(Path from, @Nullable Format format) throws IOException {
        boolean folder = Files.isDirectory(from);
        if (format == Format.MAILDIR && !(folder && MaildirTree.isOne(from))) {
            throw refused(
                    "from",
                    from + " is no Maildir: there is no folder cur or new in it. Name the folder that holds them.",
                    "is no Maildir");
        }
        return format == null ? folder && MaildirTree.isOne(from) : format == Format.MAILDIR;
    }

    /** Where goes what is in no folder. */
    private static List<String> root(Path from, boolean maildir, @Nullable String mailbox) {
        if (mailbox != null) {
            List<String> path = Folders.path(mailbox);
            if (path.isEmpty()) {
                throw new OperationProblem(
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

    /** Only for the look of it: what cannot be read now is told when it is read. */
    private static long units(MailSource source) {
        try {
            return source.units();
        } catch (IOException e) {
            return 0;
        }
    }
}
