package org.example.contacts;

import java.util.List;
import java.util.Map;
import svc.testkit.engine.CapabilityUnderTest;
import svc.testkit.engine.ObjectTypeContract;
import svc.testkit.engine.TenantIsolationContract;

/** The rules that hold for every type hold for contacts. */
class ContactContractTest implements ObjectTypeContract, TenantIsolationContract {

    @Override
    public CapabilityUnderTest subject() {
        return CapabilityUnderTest.of("Contact", engine -> List.of(new Contacts(), new ContactSettingsType()))
                .tablesOf(Contacts.class)
                .good(Map.of("name", "Ada", "emails", List.of("ada@example.org")))
                .good(Map.of("name", "Bob"))
                .bad(Map.of("emails", List.of()), "name")
                .bad(Map.of("name", " ", "emails", List.of("nowhere")), "name", "emails")
                .change(Map.of("name", "Ada Lovelace"))
                .badChange(Map.of("name", ""), "name")
                .singleton("ContactSettings", Map.of("keepDays", 7))
                .filter(Map.of("nameContains", "ad"), 0)
                .filter(Map.of("emailsHas", "ada@example.org"), 0);
    }
}
