package svc.cap.submission.identity;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.GuestAccess;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.json.Json;
import svc.api.store.Snapshot;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.identity.Identity.EmailAddress;

/** The type {@code Identity} (RFC 8621 §6). Each account starts with one identity for each of its addresses. */
@Component(service = ObjectType.class)
public final class IdentityType implements ObjectType<Identity> {

    private final SendingRights rights;
    private final Directory directory;
    private final IdentityRows rows;

    @Activate
    public IdentityType(@Reference SendingRights rights, @Reference Directory directory, @Reference Json json) {
        this.rights = rights;
        this.directory = directory;
        this.rows = new IdentityRows(json);
    }

    @Override
    public String capability() {
        return SubmissionCapability.URN;
    }

    @Override
    public Class<Identity> recordType() {
        return Identity.class;
    }

    @Override
    public Set<StandardMethod> methods() {
        return EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES, StandardMethod.SET);
    }

    /** Users who may send emails of a mailbox in the name of the owner see the identities of the owner. */
    @Override
    public TypeDescriptor describe(TypeDescriptor plain) {
        return plain.withGuestAccess(new GuestAccess(MailStore.MAILBOX_TYPE, MailStore.SUBMIT_RIGHT, false));
    }

    /** Returns the identities with {@code mayDelete} as it is for the caller. */
    @Override
    public Map<Long, Identity> compute(Snapshot snapshot, CallContext context, Map<Long, Identity> objects) {
        if (context.reach().seesAll(SubmissionCapability.URN)) {
            return objects;
        }
        Map<Long, Identity> fixed = new HashMap<>();
        objects.forEach((n, identity) -> fixed.put(n, identity.fixed()));
        return fixed;
    }

    @Override
    public int maxObjects() {
        return 500;
    }

    @Override
    public Optional<RecordStorage<Identity>> storage() {
        return Optional.of(rows);
    }

    @Override
    public List<Identity> initialObjects(Account account) {
        List<String> addresses = directory.addresses(account);
        // The directory returns the address as the name of an account without a name.
        String name = account.name().equals(account.email()) ? "" : account.name();
        return addresses.stream()
                .map(address -> new Identity(name, address, null, null, "", "", !address.equals(addresses.get(0))))
                .toList();
    }

    @Override
    public void validate(Edit<Identity> edit) {
        Identity before = edit.before();
        Identity after = edit.after();
        if (after == null) {
            if (before != null && !before.mayDelete()) {
                throw SetError.forbidden("The identity of the primary address of the account cannot be destroyed.");
            }
            return;
        }
        checkAddresses(edit, "replyTo", after.replyTo());
        checkAddresses(edit, "bcc", after.bcc());
        if (before == null && !rights.mayUse(edit.context().reach().account(), after.email())) {
            throw new SetError(
                    "forbiddenFrom",
                    "The account may not send from " + after.email() + ": it is not an address of the account.");
        }
    }

    private static void checkAddresses(Edit<Identity> edit, String property, @Nullable List<EmailAddress> addresses) {
        if (addresses != null && !addresses.stream().allMatch(one -> SmtpAddress.isAddress(one.email()))) {
            edit.reject(property, "Each email in " + property + " must be an address.");
        }
    }
}
