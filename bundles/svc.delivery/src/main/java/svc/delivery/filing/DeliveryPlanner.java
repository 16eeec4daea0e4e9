package svc.delivery.filing;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.IncomingMessage;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;

/** Asks the {@link DeliveryFilter}s what happens to a message. Thread-safe. */
@Component(service = DeliveryPlanner.class)
public final class DeliveryPlanner {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryPlanner.class);

    /** The maximum number of addresses to which an account sends a message on. */
    private static final int MOST_REDIRECTS = 4;

    private static final DeliveryPlan QUARANTINE =
            DeliveryPlan.INBOX.with(new Keep(Set.of("junk"), Set.of(), Set.of("$junk")));

    private final Directory directory;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<DeliveryFilter> filters = List.of();

    @Activate
    public DeliveryPlanner(@Reference Directory directory) {
        this.directory = directory;
    }

    /**
     * Returns the plan for a message.
     *
     * @param junk whether a check wants the message to be filed as junk
     */
    public DeliveryPlan plan(IncomingMessage message, boolean junk) {
        DeliveryPlan plan = junk ? QUARANTINE : DeliveryPlan.INBOX;
        List<DeliveryFilter> ordered = filters.stream()
                .sorted(Comparator.comparingInt(DeliveryFilter::order))
                .toList();
        for (DeliveryFilter filter : ordered) {
            if (!plan.stop()) {
                plan = plan(filter, message, plan);
            }
        }
        return new DeliveryPlan(plan.disposition(), redirects(message, plan), plan.effects(), plan.stop());
    }

    private static DeliveryPlan plan(DeliveryFilter filter, IncomingMessage message, DeliveryPlan before) {
        try {
            return filter.plan(message, before);
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.error(
                    "The delivery filter {} failed for a message to account {}; its plan is left out",
                    filter.getClass().getName(),
                    message.account().id(),
                    e);
            return before;
        }
    }

    /** Returns the redirects without the account itself. */
    private List<String> redirects(IncomingMessage message, DeliveryPlan plan) {
        List<String> others = plan.redirects().stream()
                .distinct()
                .filter(address -> !(directory.resolve(address) instanceof LocalAccount to
                        && to.account().n() == message.account().n()))
                .toList();
        if (others.size() > MOST_REDIRECTS) {
            LOG.warn(
                    "Account {} redirects a message to {} addresses; only the first {} receive it",
                    message.account().id(),
                    others.size(),
                    MOST_REDIRECTS);
        }
        return others.stream().limit(MOST_REDIRECTS).toList();
    }
}
