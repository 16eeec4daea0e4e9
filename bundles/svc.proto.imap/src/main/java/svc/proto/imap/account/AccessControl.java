package svc.proto.imap.account;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.store.ObjectId;
import svc.proto.imap.command.AccountCommand.DeleteAcl;
import svc.proto.imap.command.AccountCommand.ListRights;
import svc.proto.imap.command.AccountCommand.RightsChange;
import svc.proto.imap.command.AccountCommand.SetAcl;
import svc.proto.imap.mailbox.MailboxCalls;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.MailboxRights;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/**
 * Answers the commands of RFC 4314. The rights of other users are the property {@code shareWith} of the mailbox (RFC 9670
 * §4). An identifier is the address of a user of the same tenant, or {@code $} and the id of a group.
 */
final class AccessControl {

    private static final Set<String> SHARING = Set.of("urn:ietf:params:jmap:principals");

    private static final String SHARE_WITH = "shareWith";

    private final MailAccess own;
    private final ResponseWriter out;

    AccessControl(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.out = out;
    }

    private NamedMailbox administered(String name) throws RefusedException {
        NamedMailbox mailbox = MailboxNames.read(own, name).require(name);
        mailbox.require('a');
        return mailbox;
    }

    Reply myRights(String name) throws IOException, RefusedException {
        MailboxNames.read(own, name).require(name).writeRights(out);
        return Reply.ok("MYRIGHTS completed");
    }

    Reply list(String name) throws IOException, RefusedException {
        NamedMailbox mailbox = administered(name);
        Map<String, Set<String>> shares = shares(mailbox);
        out.raw("* ACL ").mailbox(mailbox.name());
        out.raw(" ").astring(owner(mailbox).email()).raw(" ").raw(MailboxRights.ALL);
        for (Map.Entry<String, Set<String>> share : shares.entrySet()) {
            String letters = MailboxRights.letters(share.getValue());
            out.raw(" ").astring(identifier(share.getKey())).raw(" ").astring(letters);
        }
        out.end();
        return Reply.ok("GETACL completed");
    }

    private static Account owner(NamedMailbox mailbox) {
        return mailbox.access().account().account();
    }

    /** Returns the rights of JMAP of each principal, by id. */
    private static Map<String, Set<String>> shares(NamedMailbox mailbox) throws RefusedException {
        Map<?, ?> result = MailboxCalls.call(
                mailbox.access(),
                SHARING,
                "Mailbox/get",
                Map.of("ids", List.of(mailbox.id()), "properties", List.of(SHARE_WITH)));
        Map<String, Set<String>> shares = new TreeMap<>();
        if (result.get("list") instanceof List<?> list
                && !list.isEmpty()
                && list.get(0) instanceof Map<?, ?> one
                && one.get(SHARE_WITH) instanceof Map<?, ?> given) {
            given.forEach((principal, rights) -> shares.put(String.valueOf(principal), names((Map<?, ?>) rights)));
        }
        return shares;
    }

    private static Set<String> names(Map<?, ?> rights) {
        Set<String> names = new TreeSet<>();
        rights.forEach((name, given) -> {
            if (Boolean.TRUE.equals(given)) {
                names.add(String.valueOf(name));
            }
        });
        return names;
    }

    private String identifier(String principal) {
        Directory directory = own.services().directory();
        return ObjectId.parse(Account.LETTER, principal).stream()
                .boxed()
                .flatMap(n -> directory.account(n).stream())
                .map(Account::email)
                .findFirst()
                .orElse("$" + principal);
    }

    /** Returns the id of the principal with an identifier. Users of other tenants are unknown. */
    private String principal(NamedMailbox mailbox, String identifier) throws RefusedException {
        if (identifier.startsWith("$")) {
            return identifier.substring(1);
        }
        Directory directory = own.services().directory();
        Optional<Account> account = directory.accountNumber(identifier).stream()
                .boxed()
                .flatMap(n -> directory.account(n).stream())
                .filter(one -> one.organization().equals(owner(mailbox).organization()))
                .findFirst();
        return account.orElseThrow(() -> new RefusedException(
                        ResponseCode.CANNOT, "There is no user " + identifier + ". Use the address of a user."))
                .id();
    }

    Reply set(SetAcl command) throws RefusedException {
        if (!MailboxRights.isKnown(command.rights())) {
            return Reply.bad("A right is unknown. The rights are " + MailboxRights.ALL + ".");
        }
        NamedMailbox mailbox = administered(command.mailbox());
        String principal = principal(mailbox, command.identifier());
        Set<String> rights = MailboxRights.names(command.rights());
        if (command.change() != RightsChange.REPLACE) {
            Set<String> before = new TreeSet<>(shares(mailbox).getOrDefault(principal, Set.of()));
            if (command.change() == RightsChange.ADD) {
                before.addAll(rights);
            } else {
                before.removeAll(rights);
            }
            rights = before;
        }
        share(mailbox, principal, rights);
        return Reply.ok("SETACL completed");
    }

    private static void share(NamedMailbox mailbox, String principal, Collection<String> rights)
            throws RefusedException {
        Map<String, Boolean> given = new HashMap<>();
        rights.forEach(right -> given.put(right, true));
        Map<String, @Nullable Object> patch = new HashMap<>();
        patch.put(SHARE_WITH + "/" + principal, given.isEmpty() ? null : given);
        Map<?, ?> result = MailboxCalls.call(
                mailbox.access(), SHARING, "Mailbox/set", Map.of("update", Map.of(mailbox.id(), patch)));
        MailboxCalls.requireDone(result, "notUpdated", mailbox.id());
    }

    Reply delete(DeleteAcl command) throws RefusedException {
        NamedMailbox mailbox = administered(command.mailbox());
        share(mailbox, principal(mailbox, command.identifier()), Set.of());
        return Reply.ok("DELETEACL completed");
    }

    /**
     * Answers which rights the user can give to an identifier. The owner always has all. Another user can only give rights
     * that he or she has.
     */
    Reply rightsOf(ListRights command) throws IOException, RefusedException {
        NamedMailbox mailbox = administered(command.mailbox());
        boolean owner =
                principal(mailbox, command.identifier()).equals(owner(mailbox).id());
        out.raw("* LISTRIGHTS ").mailbox(mailbox.name()).raw(" ").astring(command.identifier());
        out.raw(" ").astring(owner ? MailboxRights.ALL : "");
        for (String group : owner ? List.<String>of() : MailboxRights.TIED) {
            if (group.chars().allMatch(right -> mailbox.has((char) right))) {
                out.raw(" ").raw(group);
            }
        }
        out.end();
        return Reply.ok("LISTRIGHTS completed");
    }
}
