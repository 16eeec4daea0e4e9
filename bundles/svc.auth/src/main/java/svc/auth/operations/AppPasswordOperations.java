package svc.auth.operations;

import java.util.List;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.store.ObjectId;
import svc.auth.api.AppPasswords;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.OperatorInput;
import svc.auth.tokens.StoredAppPasswords;

/** The operations {@code svc app-password}. */
@Component
public final class AppPasswordOperations implements OperationGroup {

    private final AccountStore identities;
    private final StoredAppPasswords appPasswords;

    @Activate
    public AppPasswordOperations(@Reference AccountStore identities, @Reference StoredAppPasswords appPasswords) {
        this.identities = identities;
        this.appPasswords = appPasswords;
    }

    /** The created app password. */
    public record Created(String id, String name, String secret) {
        /** Omits the secret. */
        @Override
        public String toString() {
            return id;
        }
    }

    @Operation(
            command = "app-password create",
            help = "Create a password for one program; it is shown only once",
            needs = Needs.STORE)
    public Created create(
            @Help("the address or the id of the account") String account,
            @Help("the name of the program") String name,
            AuditRecorder trace) {
        String shown = OperatorInput.name("name", name);
        Account owner = identities.account("account", account);
        StoredAppPasswords.Numbered made = identities.writeIn(owner, "make an app password", tx -> {
            if (appPasswords.list(tx).size() >= AppPasswords.MOST) {
                throw DirectoryErrors.conflict(
                        "account",
                        "The account has " + AppPasswords.MOST + " app passwords, and no more are allowed.",
                        "Revoke one that is not used with svc app-password revoke.");
            }
            StoredAppPasswords.Numbered fresh = appPasswords.create(tx, shown, identities.now());
            trace.record(tx, owner.organization(), fresh.id());
            return fresh;
        });
        return new Created(made.id(), shown, String.valueOf(made.password().secret()));
    }

    /** An app password without its secret. */
    record AppPasswordView(String id, String name, String createdAt) {}

    @Operation(
            command = "app-password list",
            help = "List the app passwords of an account, without their secrets",
            needs = Needs.STORE)
    public List<AppPasswordView> list(@Help("the address or the id of the account") String account) {
        return identities.readIn(identities.account("account", account), appPasswords::list).stream()
                .map(one -> new AppPasswordView(
                        one.id(),
                        one.password().name(),
                        AccountView.time(one.password().createdAt())))
                .toList();
    }

    /** The revoked app password. */
    record Revoked(String id, String account) {}

    @Operation(
            command = "app-password revoke",
            help = "Revoke an app password; it is rejected at once",
            needs = Needs.STORE)
    public Revoked revoke(
            @Positional @Help("the id of the app password") String id,
            @Help("the address or the id of the account") String account,
            AuditRecorder trace) {
        Account owner = identities.account("account", account);
        OptionalLong n = ObjectId.parse(AppPasswords.LETTER, id);
        boolean revoked = n.isPresent()
                && identities.writeIn(owner, "revoke an app password", tx -> {
                    boolean there = appPasswords.revoke(tx, n.getAsLong());
                    if (there) {
                        trace.record(tx, owner.organization(), id);
                    }
                    return there;
                });
        if (!revoked) {
            throw DirectoryErrors.notFound(
                    "id",
                    "The account has no app password " + DirectoryErrors.shown(id) + ".",
                    "Take an id from svc app-password list.");
        }
        return new Revoked(id, owner.email());
    }
}
