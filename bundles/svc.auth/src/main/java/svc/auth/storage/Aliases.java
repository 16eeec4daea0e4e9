package svc.auth.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Transaction;

/**
 * The new aliases of an account.
 *
 * @param addresses all new aliases
 * @param replace whether existing aliases may be dropped; an empty list of addresses drops all aliases in any case
 */
public record Aliases(List<EmailAddress> addresses, boolean replace) {

    /**
     * Replaces the aliases of an account. Throws if an existing alias would be dropped although {@link #replace} is
     * false.
     */
    public void put(Transaction tx, AccountDetails member) {
        put(tx, "aliases", member, addresses);
        List<String> gone = new ArrayList<>(member.aliases());
        addresses.forEach(alias -> gone.removeIf(
                text -> OperatorInput.address("aliases", text).key().equals(alias.key())));
        if (!replace && !addresses.isEmpty() && !gone.isEmpty()) {
            throw DirectoryErrors.dropped("aliases", gone, "alias remove ACCOUNT ALIAS");
        }
    }

    /**
     * Adds an alias.
     *
     * @param target the address to which its mail is sent on; empty to file its mail in the account
     */
    public static void add(Transaction tx, AccountDetails member, EmailAddress alias, Optional<EmailAddress> target) {
        if (AccountRows.owner(tx.sql(), alias).isPresent()) {
            throw DirectoryErrors.addressTaken("alias", alias);
        }
        List<EmailAddress> all = of(member);
        all.add(alias);
        put(tx, "alias", member, all);
        target.ifPresent(to -> AccountRows.aliasTarget(tx, alias, to));
    }

    public static void remove(Transaction tx, AccountDetails member, EmailAddress alias) {
        String account = member.account().id();
        List<EmailAddress> all = of(member);
        if (!all.removeIf(one -> one.key().equals(alias.key()))) {
            throw DirectoryErrors.notFound(
                    "alias",
                    "The account " + account + " has no further address " + alias.text() + ".",
                    "Take one from svc alias list " + account + ".");
        }
        AccountRows.aliases(tx, "alias", member.account().n(), all);
    }

    private static void put(Transaction tx, String field, AccountDetails member, List<EmailAddress> aliases) {
        long organization = Tenant.number(member.account().organization()).orElseThrow();
        aliases.forEach(alias -> AccountStore.refuseForeign(tx, field, organization, alias));
        AccountRows.aliases(tx, field, member.account().n(), aliases);
    }

    private static List<EmailAddress> of(AccountDetails member) {
        return new ArrayList<>(member.aliases().stream()
                .map(text -> OperatorInput.address("alias", text))
                .toList());
    }
}
