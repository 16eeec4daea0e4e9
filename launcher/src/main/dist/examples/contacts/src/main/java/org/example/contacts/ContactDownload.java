package org.example.contacts;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.AccountResource;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.RecordRepository;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/** Serves vCards (RFC 6350): {@code /contacts/ACCOUNT/ID} is a contact, {@code /contacts/ACCOUNT/all} the book. */
@Component
public final class ContactDownload implements AccountResource {

    private final Store store;
    private final RecordRepositories records;

    @Activate
    public ContactDownload(@Reference Store store, @Reference RecordRepositories records) {
        this.store = store;
        this.records = records;
    }

    @Override
    public String path() {
        return "/contacts";
    }

    @Override
    public String capability() {
        return Contacts.URN;
    }

    @Override
    public Optional<Content> get(Request request) {
        Collection<Contact> contacts = store.read(request.scope(), snapshot -> contacts(snapshot, request.name()));
        String cards = contacts.stream().map(ContactDownload::card).collect(Collectors.joining());
        return cards.isEmpty()
                ? Optional.empty()
                : Optional.of(new Content(
                        "text/vcard; charset=utf-8", out -> out.write(cards.getBytes(StandardCharsets.UTF_8))));
    }

    private Collection<Contact> contacts(Snapshot snapshot, String name) {
        RecordRepository<Contact> contacts = records.of(Contact.class);
        return name.equals("all")
                ? contacts.all(snapshot).values()
                : contacts.find(snapshot, name).map(List::of).orElse(List.of());
    }

    private static String card(Contact contact) {
        String emails = contact.emails().stream()
                .map(email -> "EMAIL:" + escaped(email) + "\r\n")
                .collect(Collectors.joining());
        return "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:" + escaped(contact.name()) + "\r\n" + emails + "END:VCARD\r\n";
    }

    private static String escaped(String text) {
        return text.replaceAll("[\\\\,;]", "\\\\$0").replaceAll("\\R", "\\\\n");
    }
}
