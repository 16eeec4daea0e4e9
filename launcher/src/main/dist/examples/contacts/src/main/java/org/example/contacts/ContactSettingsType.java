package org.example.contacts;

import org.osgi.service.component.annotations.Component;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;

/** The type {@code ContactSettings}. */
@Component(service = ObjectType.class)
public final class ContactSettingsType implements ObjectType<ContactSettingsType.ContactSettings> {

    /** The object: for how many days the server remembers a mail of a contact. */
    record ContactSettings(@Default("90") int keepDays) {}

    @Override
    public String capability() {
        return Contacts.URN;
    }

    @Override
    public Class<ContactSettings> recordType() {
        return ContactSettings.class;
    }

    @Override
    public boolean isSingleton() {
        return true;
    }

    @Override
    public void validate(Edit<ContactSettings> edit) {
        ContactSettings after = edit.after();
        if (after != null && (after.keepDays() < 1 || after.keepDays() > 3_650)) {
            edit.reject("keepDays", "The number of days is out of range. Give 1 to 3650.");
        }
    }
}
