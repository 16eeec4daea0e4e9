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
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Contribution.Offered;

/** Writes the members of a session except its capabilities, URLs and state, in a stable order. */
final class SessionWriter {

    private final Directory directory;
    private final Caller caller;
    private final Catalogue catalogue;
    private final Map<String, Offered> offered;

    SessionWriter(Catalogue catalogue, Directory directory, Caller caller) {
        this.directory = directory;
        this.caller = caller;
        this.catalogue = catalogue;
        this.offered = new TreeMap<>(catalogue.capabilities());
        offered.keySet().removeIf(urn -> !catalogue.offers(urn, caller.account().organization(), directory));
    }

    /** Returns the capabilities offered to the caller, by URN, sorted. */
    Map<String, Offered> offered() {
        return offered;
    }

    byte[] write(JsonBuffer out) {
        List<AccessibleAccount> accounts = directory.accounts(caller);
        out.beginObject().name("accounts").beginObject();
        accounts.forEach(accessible -> account(out, accessible));
        out.end().name("primaryAccounts").beginObject();
        accounts.stream()
                .filter(AccessibleAccount::isPersonal)
                .findFirst()
                .ifPresent(own -> offered.forEach((urn, part) -> {
                    if (part.inAccounts()) {
                        out.stringMember(urn, own.id());
                    }
                }));
        out.end().stringMember("username", caller.account().email()).end();
        return out.toByteArray();
    }

    private void account(JsonBuffer out, AccessibleAccount accessible) {
        out.name(accessible.id())
                .beginObject()
                .stringMember("name", accessible.account().name());
        out.name("isPersonal").bool(accessible.isPersonal());
        out.name("isReadOnly").bool(accessible.isReadOnly());
        out.name("accountCapabilities").beginObject();
        offered.forEach((urn, part) -> {
            if (part.inAccounts()) {
                access(accessible, urn)
                        .ifPresent(access ->
                                out.name(urn).value(part.accountObjects().get(access)));
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
