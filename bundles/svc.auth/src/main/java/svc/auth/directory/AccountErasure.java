package svc.auth;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import svc.api.engine.ScopeKey;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.api.job.JobKind;
import svc.api.store.Job;
import svc.api.store.ObjectId;
import svc.api.store.SchemaFacts;
import svc.api.store.Scope;
import svc.api.store.Store;

/**
 * Erases an account with all that bundles keep of it, in slices between the work of others. It begins only when there is
 * somebody who answers for every namespace of the database: what nobody erases would stay.
 */
@Component(service = JobKind.class)
public final class AccountErasure implements JobKind {

    /** The kind of these jobs. */
    static final String NAME = "erasure";

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Store store;
    private final Identities identities;
    private final SchemaFacts schema;

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<ErasureStep> steps = List.of();

    /** Erases from this store. */
    @Activate
    public AccountErasure(@Reference Store store, @Reference Identities identities, @Reference SchemaFacts schema) {
        this.store = store;
        this.identities = identities;
        this.schema = schema;
    }

    AccountErasure(Store store, Identities identities, SchemaFacts schema, List<ErasureStep> steps) {
        this(store, identities, schema);
        this.steps = steps;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        long n = ObjectId.number(Account.LETTER, subject).orElseThrow();
        Optional<Member> member = identities.read(snapshot -> MemberRows.find(snapshot.sql(), n));
        if (member.isPresent()) {
            List<ErasureStep> all = complete();
            progress.tell("erasing the data of " + all.size() + " parts");
            finish(store.job(Scope.account(new ScopeKey(), n), new Erasing(all, erased(member.get()))));
            identities.moved(member.get().account().organization());
        }
        progress.tell("overwriting what was deleted");
        if (!store.forgetDeleted()) {
            throw new IllegalStateException("Somebody still reads what was deleted; it is overwritten a little later.");
        }
        progress.tell("nothing is left");
    }

    /** The steps, when there is one for every namespace. */
    private List<ErasureStep> complete() {
        List<ErasureStep> all = List.copyOf(steps);
        Set<String> missing = new TreeSet<>(schema.versions().keySet());
        missing.removeAll(schema.ofNoAccount());
        missing.removeAll(all.stream().map(ErasureStep::namespace).collect(Collectors.toSet()));
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "Nobody says how an account is erased from the tables of " + String.join(", ", missing)
                            + ". Put the bundle back, or retire the tables with svc schema retire.");
        }
        return all;
    }

    private static Erased erased(Member member) {
        Set<String> addresses = Stream.concat(Stream.of(member.account().email()), member.aliases().stream())
                .map(address -> address.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return new Erased(member.account(), addresses);
    }

    private static void finish(Job job) {
        try {
            while (!job.await(LOOK)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("The server is stopping; the erasure goes on at its next start.");
                }
            }
        } catch (RuntimeException e) {
            job.cancel();
            throw e;
        }
    }
}
