package svc.auth;

import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Trace;
import svc.api.store.ObjectId;

/** {@code svc session revoke}. */
@Component(service = AdminOperation.class)
public final class RevokeSession implements TracedOperation<RevokeSession.Arguments, RevokeSession.Revoked> {

    private final Identities identities;
    private final Sessions sessions;

    /** Ends these. */
    @Activate
    public RevokeSession(@Reference Identities identities, @Reference Sessions sessions) {
        this.identities = identities;
        this.sessions = sessions;
    }

    /** Which one. */
    record Arguments(
            @Positional @Help("the id of the sign-in") String id) {}

    /** What came of it. */
    record Revoked(String id, String account) {}

    @Override
    public String noun() {
        return "session";
    }

    @Override
    public String verb() {
        return "revoke";
    }

    @Override
    public String help() {
        return "End a sign-in; its tokens, tickets and media tokens are refused at once";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public RevokeSession.Revoked run(Arguments arguments, Trace trace) {
        OptionalLong n = ObjectId.number(Session.LETTER, arguments.id());
        Session session = n.isEmpty()
                ? null
                : identities
                        .read(snapshot -> TokenRows.anyDevice(snapshot.sql(), n.getAsLong()))
                        .orElse(null);
        if (session == null || !sessions.end(session, trace)) {
            throw Refusals.unknownSession(arguments.id());
        }
        return new Revoked(session.id(), session.account().email());
    }
}
