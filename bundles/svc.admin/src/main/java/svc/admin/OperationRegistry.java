package svc.admin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.Operations;

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
    public Outcome run(Declaration declaration, Map<String, Object> arguments) {
        Entry<?, ?> entry = offers.entries().get(declaration.noun() + " " + declaration.verb());
        if (entry == null) {
            throw Entry.gone(declaration);
        }
        return entry.run(arguments);
    }

    List<Refusal> refusals() {
        return offers.refusals();
    }
}
