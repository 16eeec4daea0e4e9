package svc.core;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import svc.api.identity.Access;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.json.JsonBuffer;

/** Writes what a session says, but for its capabilities, its URLs and its state, always in the same order. */
final class SessionDraft {

    private final Directory directory;
    private final Caller caller;
    private final Catalogue catalogue;
    private final Map<String, Part.Offered> offered;

    SessionDraft(Catalogue catalogue, Directory directory, Caller caller) {
        this.directory = directory;
        this.caller = caller;
        this.catalogue = catalogue;
        this.offered = new TreeMap<>(catalogue.capabilities());
        offered.keySet().removeIf(urn -> !catalogue.offers(urn, caller.account().organization(), directory));
    }

    /** What is offered to the caller, by URN and sorted. */
    Map<String, Part.Offered> offered() {
        return offered;
    }

    byte[] write(JsonBuffer out) {
        List<Reach> accounts = directory.reach(caller);
        out.object().name("accounts").object();
        accounts.forEach(reach -> account(out, reach));
        out.end().name("primaryAccounts").object();
        accounts.stream()
                .filter(Reach::personal)
                .findFirst()
                .ifPresent(own -> offered.forEach((urn, part) -> {
                    if (part.inAccounts()) {
                        out.member(urn, own.id());
                    }
                }));
        out.end().member("username", caller.account().email()).end();
        return out.bytes();
    }

    private void account(JsonBuffer out, Reach reach) {
        out.name(reach.id()).object().member("name", reach.account().name());
        out.name("isPersonal").truth(reach.personal());
        out.name("isReadOnly").truth(reach.readOnly());
        out.name("accountCapabilities").object();
        offered.forEach((urn, part) -> {
            if (part.inAccounts()) {
                reaches(reach, urn)
                        .ifPresent(access ->
                                out.name(urn).value(part.accountObjects().get(access)));
            }
        });
        out.end().end();
    }

    /** What may be done with a capability in an account: by a share of it, or of one that covers it. */
    private Optional<Access> reaches(Reach reach, String capability) {
        return catalogue.unlocking(capability).stream()
                .flatMap(urn -> catalogue.granted(reach, urn).stream())
                .max(Comparator.naturalOrder());
    }
}
