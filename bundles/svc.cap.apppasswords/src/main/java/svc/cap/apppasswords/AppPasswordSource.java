package svc.cap.apppasswords;

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
import svc.api.identity.AppPasswords.Made;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * {@code AppPassword}: a name, and when it was made; the secret stands in the answer to its creation and never again. Only
 * the owner makes and revokes them, and not with an app password: a program shall not outlive its own.
 */
@Component(service = {Capability.class, TypeSource.class})
public final class AppPasswordSource implements Capability, TypeSource {

    static final String URN = "urn:svc:params:jmap:apppasswords";

    private static final int LONGEST_NAME = 200;
    private static final String NAME = "name";
    private static final String CREATED_AT = "createdAt";
    private static final String SECRET = "secret";

    private final AppPasswords passwords;

    /** Offers these. */
    @Activate
    public AppPasswordSource(@Reference AppPasswords passwords) {
        this.passwords = passwords;
    }

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Shape shape() {
        List<Property> properties = List.of(new Property(NAME), serverSet(CREATED_AT), serverSet(SECRET));
        return new Shape(
                AppPasswords.TYPE, URN, AppPasswords.LETTER, properties, EnumSet.of(Verb.GET, Verb.CHANGES, Verb.SET));
    }

    private static Property serverSet(String name) {
        return new Property(name, Optional.empty(), Optional.empty(), true);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return passwords.all(snapshot).stream().map(AppPassword::n).limit(max).toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Set<Long> wanted = new HashSet<>(numbers);
        for (AppPassword password : passwords.all(snapshot)) {
            if (wanted.contains(password.n())) {
                JsonSink sink = objects.begin(password.n());
                if (selection.has(NAME)) {
                    sink.member(NAME, password.name());
                }
                if (selection.has(CREATED_AT)) {
                    sink.member(CREATED_AT, Times.seconds(password.createdAt()));
                }
                if (selection.has(SECRET)) {
                    sink.name(SECRET).nothing();
                }
                objects.end();
            }
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        Optional<SetError> refusal = refusal(tx, batch.caller());
        int room = AppPasswords.MOST - passwords.all(tx).size();
        for (SetBatch.Create create : batch.creates()) {
            if (refusal.isPresent()) {
                create.refuse(refusal.get());
            } else if (!create.properties().keySet().equals(Set.of(NAME))) {
                create.refuse(SetError.invalidProperties(
                        create.properties().keySet(), "An app password is made of a name alone."));
            } else if (!(create.properties().get(NAME) instanceof String name) || !good(name)) {
                create.refuse(SetError.invalidProperty(
                        NAME,
                        "An app password has a name of 1 to " + LONGEST_NAME
                                + " characters, none of them a control character."));
            } else if (room <= 0) {
                create.refuse(SetError.forbidden("An account has at most " + AppPasswords.MOST
                        + " app passwords. Revoke one that is not used."));
            } else {
                room--;
                Made made = passwords.create(tx, name, batch.now());
                create.done(made.password().n(), told(made));
            }
        }
        batch.updates()
                .forEach(update -> update.refuse(
                        SetError.forbidden("An app password does not change. Revoke it and make another one.")));
        for (SetBatch.Destroy destroy : batch.destroys()) {
            if (refusal.isPresent()) {
                destroy.refuse(refusal.get());
            } else if (passwords.revoke(tx, destroy.n())) {
                destroy.done();
            } else {
                destroy.refuse(SetError.notFound());
            }
        }
    }

    private static Map<String, @Nullable Object> told(Made made) {
        return Map.of(CREATED_AT, Times.seconds(made.password().createdAt()), SECRET, made.secret());
    }

    private static Optional<SetError> refusal(Transaction tx, Caller caller) {
        if (tx.scope().n() != caller.account().n()) {
            return Optional.of(SetError.forbidden("Only its owner gives an account app passwords. Ask the owner."));
        } else if (caller.secret() == Caller.Secret.APP_PASSWORD) {
            return Optional.of(SetError.forbidden("An app password makes and revokes none. Sign in first."));
        }
        return Optional.empty();
    }

    private static boolean good(String name) {
        boolean plain = name.codePoints().noneMatch(Character::isISOControl);
        return !name.isBlank() && name.codePointCount(0, name.length()) <= LONGEST_NAME && plain;
    }
}
