package svc.cap.apppasswords;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.auth.api.AppPassword;
import svc.auth.api.AppPasswords;

/**
 * The capability and type {@code AppPassword}. The response to the creation contains the secret; no later response does.
 * Only the owner of an account creates and revokes app passwords. A program that signed in with an app password cannot
 * create or revoke them, so that it does not keep access after its own app password is revoked.
 */
@Component(service = {Capability.class, ObjectType.class})
public final class AppPasswordType implements Capability, ObjectType<AppPassword> {

    static final String URN = "urn:svc:params:jmap:v2:apppasswords";

    private static final String URN_OF_0_30 = "urn:svc:params:jmap:apppasswords";

    private final AppPasswords passwords;

    @Activate
    public AppPasswordType(@Reference AppPasswords passwords) {
        this.passwords = passwords;
    }

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> formerUrns() {
        return Set.of(URN_OF_0_30);
    }

    @Override
    public String capability() {
        return URN;
    }

    @Override
    public Class<AppPassword> recordType() {
        return AppPassword.class;
    }

    @Override
    public char idPrefix() {
        return AppPasswords.LETTER;
    }

    @Override
    public Set<StandardMethod> methods() {
        return EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES, StandardMethod.SET);
    }

    @Override
    public int maxObjects() {
        return AppPasswords.MOST;
    }

    @Override
    public Optional<RecordStorage<AppPassword>> storage() {
        return Optional.of(passwords);
    }

    @Override
    public void validate(Edit<AppPassword> edit) {
        refuseOthers(edit.context().caller(), edit.context().reach().isPersonal());
        AppPassword after = edit.after();
        if (edit.before() != null || after == null) {
            return;
        }
        if (!passwords.signedInLately(edit.snapshot(), edit.context().caller(), edit.now())) {
            throw SetError.forbidden(
                    "Creating an app password requires the account's password or a sign-in with it in the last "
                            + AppPasswords.AFTER_SIGN_IN.toMinutes()
                            + " minutes. Sign in again (POST /auth/login) and repeat the request with"
                            + " the new token.");
        }
        if (after.name().isBlank() || after.name().codePoints().anyMatch(Character::isISOControl)) {
            edit.reject("name", "The name of an app password must not be blank or contain control characters.");
        }
        edit.setAfter(passwords.generate(after.name(), edit.now()));
    }

    private static void refuseOthers(Caller caller, boolean isOwner) {
        if (!isOwner) {
            throw SetError.forbidden("Only the owner of an account can create and revoke its app passwords.");
        }
        if (caller.credential() == Caller.CredentialKind.APP_PASSWORD) {
            throw SetError.forbidden(
                    "A client that signed in with an app password cannot create or revoke app passwords. Sign in with"
                            + " the account's password.");
        }
    }
}
