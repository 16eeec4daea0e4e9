package svc.auth;

import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.AppPasswords;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Trace;
import svc.api.store.ObjectId;

/** {@code svc app-password revoke}. */
@Component(service = AdminOperation.class)
public final class RevokeAppPassword
        implements TracedOperation<RevokeAppPassword.Arguments, RevokeAppPassword.Revoked> {

    private final Identities identities;
    private final AppPasswords appPasswords;

    /** Ends these. */
    @Activate
    public RevokeAppPassword(@Reference Identities identities, @Reference AppPasswords appPasswords) {
        this.identities = identities;
        this.appPasswords = appPasswords;
    }

    /** Which one. */
    record Arguments(
            @Positional @Help("the id of the app password") String id,

            @Help("the address of the account") String account) {}

    /** What came of it. */
    record Revoked(String id, String account) {}

    @Override
    public String noun() {
        return "app-password";
    }

    @Override
    public String verb() {
        return "revoke";
    }

    @Override
    public String help() {
        return "End an app password; it is refused at once";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public RevokeAppPassword.Revoked run(Arguments arguments, Trace trace) {
        Account account = identities.byAddress(arguments.account());
        OptionalLong n = ObjectId.number(AppPasswords.LETTER, arguments.id());
        boolean revoked = n.isPresent()
                && identities.writeIn(account, "revoke an app password", tx -> {
                    boolean there = appPasswords.revoke(tx, n.getAsLong());
                    if (there) {
                        trace.leave(tx, account.organization(), arguments.id());
                    }
                    return there;
                });
        if (!revoked) {
            throw Refusals.unknownAppPassword(arguments.id());
        }
        return new Revoked(arguments.id(), account.email());
    }
}
