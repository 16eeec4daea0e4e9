package svc.cap.apppasswords;

import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AppPasswords;
import svc.api.identity.AppPasswords.AppPassword;
import svc.api.identity.AppPasswords.CreatedAppPassword;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.jmap.type.TypeSource.ObjectSink;
import svc.api.json.JsonWriter;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The capability and the type {@code AppPassword}, whose objects have a name and a creation time. The response to the
 * creation contains the secret; no later response does. Only the owner of an account creates and revokes app passwords.
 * A program that signed in with an app password cannot create or revoke them, so that it does not keep access after its
 * own app password is revoked.
 */
@Component(service = {Capability.class, TypeSource.class})
public final class AppPasswordSource implements Capability, TypeSource {

    static final String URN = "urn:svc:params:jmap:v2:apppasswords";

    private static final String URN_OF_0_30 = "urn:svc:params:jmap:apppasswords";

    private static final int LONGEST_NAME = 200;
    private static final String NAME = "name";
    private static final String CREATED_AT = "createdAt";
    private static final String SECRET = "secret";

    private final AppPasswords passwords;

    @Activate
    public AppPasswordSource(@Reference AppPasswords passwords) {
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
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(new Property(NAME), serverSet(CREATED_AT), serverSet(SECRET));
        return new TypeDescriptor(
                AppPasswords.TYPE,
                URN,
                AppPasswords.LETTER,
                properties,
                EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES, StandardMethod.SET));
    }

    private static Property serverSet(String name) {
        return new Property(name, Optional.empty(), Optional.empty(), true);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return passwords.list(snapshot).stream().map(AppPassword::n).limit(max).toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        Set<Long> wanted = new HashSet<>(numbers);
        for (AppPassword password : passwords.list(snapshot)) {
            if (wanted.contains(password.n())) {
                JsonWriter sink = objects.begin(password.n());
                if (selection.contains(NAME)) {
                    sink.stringMember(NAME, password.name());
                }
                if (selection.contains(CREATED_AT)) {
                    sink.stringMember(CREATED_AT, time(password));
                }
                if (selection.contains(SECRET)) {
                    sink.name(SECRET).nullValue();
                }
                objects.end();
            }
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        Optional<SetError> refusal = refusal(tx, batch.caller());
        boolean recently = passwords.signedInLately(tx, batch.caller(), batch.now());
        int limit = AppPasswords.MOST - passwords.list(tx).size();
        for (SetBatch.Create create : batch.creates()) {
            if (refusal.isPresent()) {
                create.reject(refusal.get());
            } else if (!recently) {
                create.reject(SetError.forbidden(
                        "Creating an app password requires the account's password or a sign-in with it in the last "
                                + AppPasswords.AFTER_SIGN_IN.toMinutes()
                                + " minutes. Sign in again (POST /auth/login) and repeat the request with"
                                + " the new token."));
            } else if (!create.properties().keySet().equals(Set.of(NAME))) {
                create.reject(SetError.invalidProperties(
                        create.properties().keySet(), "Only the name of a new app password can be set."));
            } else if (!(create.properties().get(NAME) instanceof String name) || !good(name)) {
                create.reject(SetError.invalidProperty(
                        NAME,
                        "The name of an app password must have 1 to " + LONGEST_NAME
                                + " characters and no control characters."));
            } else if (limit <= 0) {
                create.reject(SetError.forbidden("An account can have at most " + AppPasswords.MOST
                        + " app passwords. Revoke one that is not in use."));
            } else {
                limit--;
                CreatedAppPassword created = passwords.create(tx, name, batch.now());
                create.created(created.password().n(), createdObject(created));
            }
        }
        batch.updates()
                .forEach(update -> update.reject(
                        SetError.forbidden("An app password cannot be updated. Revoke it and create another one.")));
        for (SetBatch.Destroy destroy : batch.destroys()) {
            if (refusal.isPresent()) {
                destroy.reject(refusal.get());
            } else if (passwords.revoke(tx, destroy.n())) {
                destroy.destroyed();
            } else {
                destroy.reject(SetError.notFound());
            }
        }
    }

    private static Map<String, @Nullable Object> createdObject(CreatedAppPassword created) {
        return Map.of(CREATED_AT, time(created.password()), SECRET, created.secret());
    }

    private static String time(AppPassword password) {
        return password.createdAt().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Optional<SetError> refusal(Transaction tx, Caller caller) {
        if (tx.scope().n() != caller.account().n()) {
            return Optional.of(
                    SetError.forbidden("Only the owner of an account can create and revoke its app passwords."));
        } else if (caller.credential() == Caller.CredentialKind.APP_PASSWORD) {
            return Optional.of(
                    SetError.forbidden(
                            "A client that signed in with an app password cannot create or revoke app passwords. Sign in with the account's password."));
        }
        return Optional.empty();
    }

    private static boolean good(String name) {
        boolean plain = name.codePoints().noneMatch(Character::isISOControl);
        return !name.isBlank() && name.codePointCount(0, name.length()) <= LONGEST_NAME && plain;
    }
}
