package svc.cap.principals;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.identity.Caller;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.ValueReader;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The changes of principals by clients (RFC 9670 §2.3): users can change the name, the description and the time zone of
 * their own principal. Changes are audited, because a user could take the name of another one (RFC 9670 §6.1).
 */
@Component(service = PrincipalChanges.class)
public final class PrincipalChanges {

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DESCRIPTION = 2_000;
    private static final char TENANT = 't';

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog audit;

    void validate(Snapshot snapshot, SetBatch batch) {
        batch.creates()
                .forEach(create -> create.reject(SetError.forbidden(
                        "Principals are created together with accounts and groups, by an administrator.")));
        Map<Long, Principal> stored = PrincipalRows.find(
                snapshot.sql(), batch.updates().stream().map(SetBatch.Update::n).toList());
        Map<Long, Principal> doomed = PrincipalRows.find(
                snapshot.sql(),
                batch.destroys().stream().map(SetBatch.Destroy::n).toList());
        batch.destroys()
                .forEach(destroy -> destroy.reject(
                        doomed.containsKey(destroy.n())
                                ? SetError.forbidden(
                                        "Principals are removed together with accounts and groups, by an administrator.")
                                : SetError.notFound()));
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> check(batch, update, Optional.ofNullable(stored.get(update.n()))));
        }
    }

    private static void check(SetBatch batch, SetBatch.Update update, Optional<Principal> stored) {
        Principal principal = stored.orElseThrow(SetError::notFound);
        if (update.n() != batch.context().caller().account().n()) {
            throw SetError.forbidden("Users can change only their own principal.");
        }
        Map<String, @Nullable Object> patch = PatchObject.of(update.patch()).whole();
        if (changed("type", patch, principal.kind().word()) || changed("email", patch, principal.email())) {
            throw SetError.forbidden("Only an administrator can change the type and the address of a principal.");
        }
        patched(principal, patch);
        update.attach(patch);
    }

    private static boolean changed(String name, Map<String, @Nullable Object> patch, @Nullable String current) {
        return patch.containsKey(name) && !Objects.equals(patch.get(name), current);
    }

    private static Principal patched(Principal principal, Map<?, ?> patch) {
        String name = patch.containsKey("name")
                ? text("name", ValueReader.PROPERTIES.string("name", patch.get("name")), LONGEST_NAME)
                : principal.name();
        if (name.isBlank()) {
            throw SetError.invalidProperty("name", "The name must not be blank.");
        }
        String description = patch.containsKey("description")
                ? ValueReader.PROPERTIES
                        .optional("description", patch.get("description"), ValueReader.PROPERTIES::string)
                        .map(text -> text("description", text, LONGEST_DESCRIPTION))
                        .orElse(null)
                : principal.description();
        String timeZone = patch.containsKey("timeZone")
                ? ValueReader.PROPERTIES
                        .optional("timeZone", patch.get("timeZone"), ValueReader.PROPERTIES::string)
                        .map(PrincipalChanges::zone)
                        .orElse(null)
                : principal.timeZone();
        return new Principal(
                principal.n(),
                principal.kind(),
                name,
                description,
                principal.email(),
                timeZone,
                principal.directoryName());
    }

    /** Rejects long texts and control characters (RFC 9670 §5). */
    private static String text(String property, String text, int most) {
        if (text.codePointCount(0, text.length()) > most
                || text.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n')) {
            throw SetError.invalidProperty(
                    property,
                    "The property " + property + " has " + most
                            + " characters at most, and contains no control characters.");
        }
        return text;
    }

    private static String zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw SetError.invalidProperty(
                    "timeZone",
                    "The time zone is not in the IANA Time Zone Database. Send a name such as Europe/Rome.");
        }
        return name;
    }

    void apply(Transaction tx, SetBatch batch) {
        List<Long> numbers = batch.updates().stream().map(SetBatch.Update::n).toList();
        Map<Long, Principal> stored = PrincipalRows.find(tx.sql(), numbers);
        for (SetBatch.Update update : batch.updates()) {
            Principal before = stored.get(update.n());
            if (before == null) {
                update.reject(SetError.notFound());
                continue;
            }
            Principal after = patched(before, (Map<?, ?>) update.attachment().orElseThrow());
            Map<String, String> different = different(before, after);
            if (!different.isEmpty()) {
                PrincipalRows.update(tx.sql(), after);
                tx.logUpdated(PrincipalSource.TYPE, update.n(), Facets.ALL);
                record(tx, batch.context().caller(), different);
            }
            update.updated(Map.of(), Set.copyOf(different.keySet()));
        }
    }

    private static Map<String, String> different(Principal before, Principal after) {
        Map<String, String> different = new LinkedHashMap<>();
        if (!before.name().equals(after.name())) {
            different.put("name", after.name());
        }
        if (!Objects.equals(before.description(), after.description())) {
            different.put("description", String.valueOf(after.description()));
        }
        if (!Objects.equals(before.timeZone(), after.timeZone())) {
            different.put("timeZone", String.valueOf(after.timeZone()));
        }
        return different;
    }

    private void record(Transaction tx, Caller caller, Map<String, String> different) {
        AuditLog log = audit;
        if (log != null) {
            String id = caller.account().id();
            log.record(
                    tx,
                    new AuditEvent(
                            Actor.account(caller.account(), caller.address()),
                            "principal.update",
                            ObjectId.parse(TENANT, caller.account().organization())
                                    .orElse(AuditEvent.INSTANCE),
                            Optional.of(new Target("principal", id)),
                            Outcome.DONE,
                            different));
        }
    }
}
