package svc.auth.operations;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.store.ObjectId;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.DeviceSessions;
import svc.auth.tokens.TokenRows;

/** The operations {@code svc session}. */
@Component
public final class SessionOperations implements OperationGroup {

    private final AccountStore identities;
    private final DeviceSessions sessions;

    @Activate
    public SessionOperations(@Reference AccountStore identities, @Reference DeviceSessions sessions) {
        this.identities = identities;
        this.sessions = sessions;
    }

    /** A device session as operators see it. */
    record SessionView(String id, String account, String email, String createdAt, String dpop) {

        private static SessionView of(DeviceSession session) {
            return new SessionView(
                    session.id(),
                    session.account().id(),
                    session.account().email(),
                    AccountView.time(session.since()),
                    session.thumbprint().isPresent() ? "bound" : "none");
        }
    }

    @Operation(command = "session list", help = "List the sign-ins of all accounts or of one", needs = Needs.STORE)
    public List<SessionView> list(
            @Help("the address or the id of an account; all if omitted") @Nullable String account) {
        Optional<Long> n = Optional.ofNullable(account)
                .map(named -> identities.account("account", named).n());
        return identities.read(snapshot -> TokenRows.all(snapshot.sql(), n)).stream()
                .map(SessionView::of)
                .toList();
    }

    /** The ended device session. */
    record Revoked(String id, String account) {}

    @Operation(
            command = "session revoke",
            help = "End a sign-in; its tokens, tickets and media tokens are rejected at once",
            needs = Needs.STORE)
    public Revoked revoke(@Positional @Help("the id of the sign-in") String id, AuditRecorder trace) {
        return ObjectId.parse(DeviceSession.LETTER, id).stream()
                .boxed()
                .flatMap(n -> identities.read(snapshot -> TokenRows.anyDevice(snapshot.sql(), n)).stream())
                .filter(session -> sessions.end(session, trace))
                .map(session -> new Revoked(session.id(), session.account().email()))
                .findFirst()
                .orElseThrow(() -> DirectoryErrors.notFound(
                        "id",
                        "There is no sign-in " + DirectoryErrors.shown(id) + ".",
                        "Take an id from svc session list."));
    }
}
