package svc.admin.operations;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.admin.operations.RegisteredOperation.Call;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.json.Json;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.api.operation.Operations;
import svc.api.operation.Progress;

/**
 * The registry of admin operations. If two operations declare the same command or route, the first is offered. The
 * second is reported as refused until the first is removed. Thread-safe.
 */
@Component(
        service = {Operations.class, OperationRegistry.class},
        immediate = true)
public final class OperationRegistry implements Operations {

    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    private final Json json;
    private final LongFunction<String> bundleNames;
    private final Object changing = new Object();
    private final List<OperationCandidate> candidates = new ArrayList<>();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog audit;

    private volatile OperationTable offers = OperationTable.of(List.of());

    @Activate
    public OperationRegistry(@Reference Json json, BundleContext context) {
        this(json, id -> {
            Bundle bundle = context.getBundle(id);
            return bundle == null ? "a bundle that has gone" : bundle.getSymbolicName();
        });
    }

    /** Creates a registry without the component runtime. */
    public static OperationRegistry of(Json json, LongFunction<String> bundleNames) {
        return new OperationRegistry(json, bundleNames);
    }

    private OperationRegistry(Json json, LongFunction<String> bundleNames) {
        this.json = json;
        this.bundleNames = bundleNames;
    }

    @Reference(name = "group", cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    public void add(OperationGroup group, Map<String, ?> properties) {
        String bundle = bundleNames.apply(properties.get("service.bundleid") instanceof Long id ? id : 0);
        List<OperationCandidate> added = OperationCandidate.of(group, json, bundle);
        synchronized (changing) {
            candidates.addAll(added);
            settle();
        }
    }

    void remove(OperationGroup group) throws InterruptedException {
        List<OperationCandidate> removed;
        synchronized (changing) {
            removed = candidates.stream().filter(c -> c.group() == group).toList();
            candidates.removeAll(removed);
            settle();
        }
        for (OperationCandidate candidate : removed) {
            candidate.close();
        }
    }

    /** Determines again which operations are offered, in the order of their registration. */
    private void settle() {
        OperationTable before = offers;
        offers = OperationTable.of(candidates);
        offers.refusals().stream()
                .filter(refusal -> !before.refusals().contains(refusal))
                .forEach(refusal -> LOG.warn("{} {}", refusal.what(), refusal.remedy()));
    }

    @Override
    public List<Declaration> declarations() {
        return offers.entries().values().stream()
                .map(RegisteredOperation::declaration)
                .sorted(Comparator.comparing(Declaration::noun).thenComparing(Declaration::verb))
                .toList();
    }

    @Override
    public Optional<Declaration> find(String noun, String verb) {
        return Optional.ofNullable(offers.entries().get(noun + " " + verb)).map(RegisteredOperation::declaration);
    }

    @Override
    public Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor, Progress progress) {
        RegisteredOperation entry = offers.entries().get(declaration.noun() + " " + declaration.verb());
        if (entry == null) {
            throw RegisteredOperation.gone(declaration);
        } else if (!entry.declaration().changes()) {
            return entry.run(arguments, new Call(actor, AuditRecorder.NONE, progress));
        }
        AuditEventBuilder trail = new AuditEventBuilder(entry.declaration(), arguments, actor);
        try {
            Optional<AuditLog> present = Optional.ofNullable(audit);
            AtomicBoolean left = new AtomicBoolean();
            AuditRecorder recorder = (tx, organization, id) -> {
                present.ifPresent(kept -> kept.record(tx, trail.done(organization, id)));
                tx.afterCommit(() -> left.set(true));
            };
            Outcome outcome = entry.run(arguments, new Call(actor, recorder, progress));
            if (!left.get()) {
                leave(() -> trail.ended(outcome));
            }
            return outcome;
        } catch (OperationException problem) {
            leave(() -> trail.refused(problem));
            throw problem;
        }
    }

    /** Writes an audit entry. A failure is logged and does not change the result of the operation. */
    private void leave(Supplier<AuditEvent> act) {
        AuditLog present = audit;
        if (present != null) {
            try {
                present.record(act.get());
            } catch (RuntimeException | LinkageError e) { // the bundle of the audit log may be stopping
                LOG.warn("No audit entry could be written for an operation", e);
            }
        }
    }

    /** Sets the audit log, for use outside the OSGi framework. */
    void keepIn(AuditLog where) {
        audit = where;
    }

    List<RefusedOperation> refusals() {
        return offers.refusals();
    }
}
