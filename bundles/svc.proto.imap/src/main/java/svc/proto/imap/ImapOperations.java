package svc.proto.imap;

import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.net.connection.Connection;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.store.ObjectId;

/** The operations {@code svc imap}. */
@Component
public final class ImapOperations implements OperationGroup {

    /** The argument that stands for all accounts. */
    private static final String ALL = "all";

    private final ImapSessions sessions;
    private final Directory directory;

    @Activate
    public ImapOperations(@Reference ImapSessions sessions, @Reference Directory directory) {
        this.sessions = sessions;
        this.directory = directory;
    }

    /** A session as operators see it. */
    record SessionView(
            String account,
            String email,
            String client,
            String tls,
            @Nullable String mailbox,
            String since,
            boolean idle) {

        private static SessionView of(SignInState.SignedIn session) {
            Account account = session.caller().account();
            return new SessionView(
                    account.id(),
                    account.email(),
                    session.connection().peer().getAddress().getHostAddress(),
                    session.connection().tls().map(Connection.Tls::version).orElse("none"),
                    session.mailbox().orElse(null),
                    session.since().truncatedTo(ChronoUnit.SECONDS).toString(),
                    session.isIdle());
        }
    }

    @Operation(
            command = "imap sessions",
            help = "List the IMAP sessions of all accounts or of one",
            readOnly = true,
            emptyMessage = "no sessions")
    public List<SessionView> sessions(
            @Help("the address or the id of an account; all if omitted") @Nullable String account) {
        return named(account == null ? ALL : account).stream()
                .flatMap(session -> session.signedInState().stream())
                .map(SessionView::of)
                .sorted(Comparator.comparing(SessionView::email).thenComparing(SessionView::since))
                .toList();
    }

    /** The number of sessions that end. */
    record Closed(int closed) {}

    @Operation(
            command = "imap close",
            help = "End the IMAP sessions of an account or of all; a session that executes a command ends after it")
    public Closed close(@Positional @Help("the address or the id of an account, or all") String account) {
        Set<ImapSession> closing = named(account);
        closing.forEach(ImapSession::close);
        return new Closed(closing.size());
    }

    private Set<ImapSession> named(String account) {
        if (account.equals(ALL)) {
            return sessions.all();
        }
        OptionalLong n =
                account.indexOf('@') < 0 ? ObjectId.parse(Account.LETTER, account) : directory.accountNumber(account);
        return directory
                .account(n.orElse(0))
                .map(found -> sessions.of(found.n()))
                .orElseThrow(() -> new OperationException(
                        Reason.NOT_FOUND,
                        "There is no such account. Take an address or an id from svc account list.",
                        List.of(new FieldError("account", "must be the address or the id of an account"))));
    }
}
