package svc.core.session;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonWriter;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Contribution.Offered;

/** Writes the members of a session except its capabilities, URLs and state, in a stable order. */
public final class SessionWriter {

    private final Directory directory;
    private final Caller caller;
    private final Catalogue catalogue;
    private final Map<String, Offered> offered;

    public SessionWriter(Catalogue catalogue, Directory directory, Caller caller) {
        this.directory = directory;
        this.caller = caller;
        this.catalogue = catalogue;
        this.offered = new TreeMap<>(catalogue.capabilities());
        offered.keySet().removeIf(urn -> !catalogue.offers(urn, caller.account().organization(), directory));
        offered.values().removeIf(part -> !part.isAvailableTo(caller.account()));
    }

    /** Returns the capabilities of the session, by URN, sorted. */
    Map<String, Offered> offered() {
        Map<String, Offered> listed = new TreeMap<>(offered);
        listed.values().removeIf(part -> !part.inSession());
        return listed;
    }

    byte[] write(JsonBuffer out) {
        List<AccessibleAccount> accounts = directory.accounts(caller);
        out.beginObject().name("accounts").beginObject();
        accounts.forEach(accessible -> write(accessible, out.name(accessible.id())));
        out.end().name("primaryAccounts").beginObject();
        accounts.stream()
                .filter(AccessibleAccount::isPersonal)
                .findFirst()
                .ifPresent(own -> offered.forEach((urn, part) -> {
                    if (part.inAccounts() && part.inSession()) {
                        out.stringMember(urn, own.id());
                    }
                }));
        out.end().stringMember("username", caller.account().email()).end();
        return out.toByteArray();
    }

    /** Writes the Account object of an account. */
    public void write(AccessibleAccount accessible, JsonWriter out) {
        out.beginObject().stringMember("name", accessible.account().name());
        out.name("isPersonal").bool(accessible.isPersonal());
        out.name("isReadOnly").bool(accessible.isReadOnly());
        out.name("accountCapabilities").beginObject();
        offered.forEach((urn, part) -> {
            if (part.inAccounts()) {
                access(accessible, urn)
                        .flatMap(access -> part.origin()
                                .use()
                                .inside(() -> part.accountObjects().of(caller.account(), accessible, access)))
                        .ifPresent(object -> out.name(urn).value(object));
            }
        });
        out.end().end();
    }

    /** Returns the access to a capability in an account, granted directly or by a capability that implies it. */
    private Optional<Access> access(AccessibleAccount accessible, String capability) {
        return catalogue.unlocking(capability).stream()
                .flatMap(urn -> catalogue.granted(accessible, urn).stream())
                .max(Comparator.naturalOrder());
    }
}
