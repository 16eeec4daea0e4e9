package svc.auth;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.job.JobStatus;
import svc.api.job.Jobs;
import svc.api.operation.Page;
import svc.api.operation.Trace;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.MemberRows.Wanted;

/**
 * Accounts as operators look at them and change them. A change is durable and in force when its method returns; where it
 * keeps somebody out, no token of theirs is good any more. Any thread.
 */
@Component(service = Members.class)
public final class Members {

    private final Identities identities;
    private final Passwords passwords;

    /** Those of these identities. */
    @Activate
    public Members(@Reference Identities identities, @Reference Passwords passwords) {
        this.identities = identities;
        this.passwords = passwords;
    }

    /** The accounts that come after a cursor. */
    Page<Member> list(Optional<String> tenant, Optional<String> q, Optional<String> cursor, int limit) {
        int most = Page.limit(limit);
        long after = after(Account.LETTER, cursor);
        return identities.read(snapshot -> {
            Sql sql = snapshot.sql();
            Wanted wanted = new Wanted(organization(sql, tenant), q.filter(text -> !text.isBlank()));
            List<Member> found = MemberRows.after(sql, wanted, after, most + 1);
            return Page.of(
                    found,
                    most,
                    MemberRows.count(sql, wanted),
                    member -> member.account().id());
        });
    }

    /** The number that a cursor says. */
    static long after(char letter, Optional<String> cursor) {
        return cursor.isEmpty() ? 0 : ObjectId.number(letter, cursor.get()).orElseThrow(Page::badCursor);
    }

    private static OptionalLong organization(Sql sql, Optional<String> tenant) {
        if (tenant.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong n = ObjectId.number(Organization.LETTER, tenant.get());
        if (n.isEmpty() || OrganizationRows.find(sql, n.getAsLong()).isEmpty()) {
            throw Refusals.unknownOrganization(tenant.get());
        }
        return n;
    }

    /** One of them. */
    Member get(String id) {
        return identities.read(snapshot -> known(snapshot.sql(), id));
    }

    private static Member known(Sql sql, String id) {
        return ObjectId.number(Account.LETTER, id).stream()
                .mapToObj(n -> MemberRows.find(sql, n))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> Refusals.unknownAccountId(id));
    }

    /**
     * What is to be another way; what is null stays.
     *
     * @param quota in bytes, 0 for that of the plan
     */
    record Update(
            @Nullable String name,
            @Nullable String password,
            @Nullable Long quota,
            @Nullable List<Address> aliases) {

        boolean isEmpty() {
            return name == null && password == null && quota == null && aliases == null;
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "an update";
        }
    }

    /** Changes what an operator may set. */
    Member update(String id, Update update, Trace trace) {
        String password = update.password();
        String hash = password == null ? null : passwords.hash(password);
        return change(id, trace, (tx, member) -> {
            long n = member.account().n();
            if (update.name() != null) {
                MemberRows.name(tx, n, update.name());
            }
            if (hash != null) {
                AccountRows.password(tx, n, hash);
                TokenRows.endAll(tx, n);
            }
            if (update.quota() != null) {
                MemberRows.quota(tx, n, Given.quota(update.quota()));
            }
            if (update.aliases() != null) {
                long organization = ObjectId.number(
                                Organization.LETTER, member.account().organization())
                        .orElseThrow();
                update.aliases().forEach(alias -> Identities.refuseForeign(tx, organization, alias));
                MemberRows.aliases(tx, n, update.aliases());
            }
        });
    }

    /** Keeps an account out, or lets it in again. */
    Member disable(String id, boolean disabled, Trace trace) {
        return change(id, trace, (tx, member) -> {
            AccountRows.disable(tx, member.account().n(), disabled);
            if (disabled) {
                TokenRows.endAll(tx, member.account().n());
            }
        });
    }

    /** Gives another role; that of an operator of the instance is neither given nor taken here. */
    Member role(String id, Role role, Trace trace) {
        Given.role(role);
        return change(id, trace, (tx, member) -> {
            Given.role(member.role());
            MemberRows.role(tx, member.account().n(), role);
        });
    }

    /** Gives the rights over the whole instance, or takes them back. */
    Member operator(String email, boolean granted, Trace trace) {
        OptionalLong n = Address.of(email)
                .map(address -> identities.read(snapshot -> MemberRows.owner(snapshot.sql(), address)))
                .orElse(OptionalLong.empty());
        if (n.isEmpty()) {
            throw Refusals.unknownAddress(email);
        }
        return change(ObjectId.text(Account.LETTER, n.getAsLong()), trace, (tx, member) -> {
            if (granted || member.role() == Role.INSTANCE_OPERATOR) {
                MemberRows.role(tx, n.getAsLong(), granted ? Role.INSTANCE_OPERATOR : Role.USER);
            }
        });
    }

    /** Those with the rights over the whole instance. */
    List<Member> operators() {
        return identities.read(snapshot -> MemberRows.of(snapshot.sql(), Role.INSTANCE_OPERATOR));
    }

    /** Keeps an account out at once, and puts the job on the list that erases it; the same job when it is there already. */
    JobStatus erase(String id, Jobs jobs) {
        String organization = get(id).account().organization();
        JobStatus job = identities.write("erase an account", tx -> {
            Member member = known(tx.sql(), id);
            if (member.erasure().isPresent()) {
                return jobs.find(tx, member.erasure().get()).orElseThrow(() -> Refusals.unknownAccountId(id));
            }
            JobStatus added = jobs.add(tx, AccountErasure.NAME, id);
            MemberRows.erasing(tx, member.account().n(), added.id());
            TokenRows.endAll(tx, member.account().n());
            return added;
        });
        identities.moved(organization);
        jobs.wake();
        return job;
    }

    private interface Change {
        void make(Transaction tx, Member member);
    }

    /** What a transaction that came to nothing showed to others of its group is not remembered either. */
    private Member change(String id, Trace trace, Change change) {
        String organization = get(id).account().organization();
        try {
            return identities.write("change an account", tx -> {
                Member member = known(tx.sql(), id);
                if (member.erasure().isPresent()) {
                    throw Refusals.isErased(id);
                }
                change.make(tx, member);
                trace.leave(
                        tx, member.account().organization(), member.account().id());
                return known(tx.sql(), id);
            });
        } finally {
            identities.moved(organization);
        }
    }
}
