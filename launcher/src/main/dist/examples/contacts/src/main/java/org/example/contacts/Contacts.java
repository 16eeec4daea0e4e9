package org.example.contacts;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.CallContext;
import svc.api.jmap.Capability;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.TransactionRules;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** The capability, and the type {@code Contact}. */
@Component(service = {Capability.class, ObjectType.class})
public final class Contacts implements Capability, ObjectType<Contact>, TransactionRules<Contact> {

    static final String URN = "urn:example:params:jmap:contacts";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public String capability() {
        return URN;
    }

    @Override
    public Class<Contact> recordType() {
        return Contact.class;
    }

    @Override
    public void validate(Edit<Contact> edit) {
        Contact after = edit.after();
        if (after != null && after.name().isBlank()) {
            edit.reject("name", "The name is blank. Give the contact a name.");
        }
        if (after != null && !after.emails().stream().allMatch(email -> email.contains("@"))) {
            edit.reject("emails", "An email address has no @. Write it as name@example.org.");
        }
    }

    @Override
    public void changed(Transaction tx, long n, @Nullable Contact before, @Nullable Contact after) {
        if (after == null) {
            MailHistory.delete(tx.sql(), n);
        } else if (before == null || !before.emails().equals(after.emails())) {
            MailHistory.setEmails(tx.sql(), n, after.emails());
        }
    }

    @Override
    public Map<Long, Contact> compute(Snapshot snapshot, CallContext context, Map<Long, Contact> objects) {
        Map<Long, Long> counts = MailHistory.counts(snapshot.sql(), objects.keySet());
        Map<Long, Contact> computed = new HashMap<>();
        objects.forEach((n, contact) -> computed.put(n, contact.withRecentMails(counts.getOrDefault(n, 0L))));
        return computed;
    }
}
