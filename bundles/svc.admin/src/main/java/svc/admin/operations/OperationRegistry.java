package svc.admin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Act;
import svc.api.audit.Actor;
import svc.api.audit.Audit;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.OperationProblem;
import svc.api.operation.Operations;
import svc.api.operation.Progress;
import svc.api.operation.Trace;

/**
 * Holds what is registered. Of two operations that say the same command or the same route the first stays and the second
 * waits, visibly, until the first goes.
 */
@Component(
        service = {Operations.class, OperationRegistry.class},
        immediate = true)
public final class OperationRegistry implements Operations {

    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    private final Json json;
    private final LongFunction<String> bundleNames;
    private final Object changing = new Object();
    private final List<Candidate> candidates = new ArrayList<>();

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable Audit audit;

    private volatile Offers offers = Offers.of(List.of());

    /** Starts empty; the operations are bound as they come. */
    @Activate
    public OperationRegistry(@Reference Json json, BundleContext context) {
        this(json, id -> {
            Bundle bundle = context.getBundle(id);
            return bundle == null ? "a bundle that has gone" : bundle.getSymbolicName();
        });
    }

    OperationRegistry(Json json, LongFunction<String> bundleNames) {
        this.json = json;
        this.bundleNames = bundleNames;
    }

    @Reference(
            name = "operation",
            service = AdminOperation.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void add(AdminOperation<?, ?> operation, Map<String, ?> properties) {
        long bundle = properties.get("service.bundleid") instanceof Long id ? id : 0;
        Candidate candidate = Candidate.of(operation, json, bundleNames.apply(bundle));
        synchronized (changing) {
            candidates.add(candidate);
            settle();
        }
    }

    void remove(AdminOperation<?, ?> operation) throws InterruptedException {
        Optional<Candidate> gone;
        synchronized (changing) {
            gone = candidates.stream().filter(c -> c.operation() == operation).findFirst();
            gone.ifPresent(candidates::remove);
            settle();
        }
        if (gone.isPresent()) {
            gone.get().close();
        }
    }

    /** Decides anew who is offered; in the order in which they came. */
    private void settle() {
        Offers before = offers;
        offers = Offers.of(candidates);
        offers.refusals().stream()
                .filter(refusal -> !before.refusals().contains(refusal))
                .forEach(refusal -> LOG.warn("{} {}", refusal.what(), refusal.remedy()));
    }

    @Override
    public List<Declaration> declarations() {
        return offers.entries().values().stream()
                .map(Entry::declaration)
                .sorted(Comparator.comparing(Declaration::noun).thenComparing(Declaration::verb))
                .toList();
    }

    @Override
    public Optional<Declaration> find(String noun, String verb) {
        return Optional.ofNullable(offers.entries().get(noun + " " + verb)).map(Entry::declaration);
    }

    @Override
    public Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor, Progress progress) {
        Entry<?, ?> entry = offers.entries().get(declaration.noun() + " " + declaration.verb());
        if (entry == null) {
            throw Entry.gone(declaration);
        } else if (!entry.declaration().changes()) {
            return entry.run(arguments, Trace.NONE, progress);
        }
        Trail trail = new Trail(entry.declaration(), arguments, actor);
        try {
            Optional<Audit> present = Optional.ofNullable(audit);
            AtomicBoolean left = new AtomicBoolean();
            Outcome outcome = entry.run(
                    arguments,
                    (tx, organization, id) -> {
                        present.ifPresent(kept -> kept.record(tx, trail.done(organization, id)));
                        left.set(true);
                    },
                    progress);
            if (!left.get()) {
                leave(() -> trail.ended(outcome));
            }
            return outcome;
        } catch (OperationProblem problem) {
            leave(() -> trail.refused(problem));
            throw problem;
        }
    }

    /** Whatever happens here, the operation has ended as it has. */
    private void leave(Supplier<Act> act) {
        Audit present = audit;
        if (present != null) {
            try {
                present.record(act.get());
            } catch (RuntimeException | LinkageError e) { // its bundle may be on its way out
                LOG.warn("An operation left no entry in the audit", e);
            }
        }
    }

    /** For a registry that no framework puts together. */
    void keepIn(Audit where) {
        audit = where;
    }

    List<Refusal> refusals() {
        return offers.refusals();
    }
}
