package svc.auth.storage;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** The configured plans. Thread-safe. */
@Component(service = Plans.class, configurationPid = "svc.tenants")
@Designate(ocd = TenantsConfig.class)
public final class Plans {

    private final Map<String, Plan> plans = new LinkedHashMap<>();
    private final long defaultQuota;

    /** Parses the plans. The launcher has validated them. */
    @Activate
    public Plans(TenantsConfig config) {
        this(Arrays.stream(config.plans()).map(Plan::of).toList(), config.default_quota_bytes());
    }

    Plans(List<Plan> all) {
        this(all, 0);
    }

    Plans(List<Plan> all, long defaultQuota) {
        this.defaultQuota = defaultQuota;
        all.forEach(plan -> plans.putIfAbsent(plan.name(), plan));
    }

    /** Returns the plan of a new tenant. */
    Plan first() {
        return plans.values().stream().findFirst().orElseGet(() -> Plan.boundless("standard"));
    }

    /** Returns the quota of a new account without a given quota. */
    StoredQuota defaultQuota() {
        return StoredQuota.otherwise(defaultQuota);
    }

    public Optional<Plan> find(String name) {
        return Optional.ofNullable(plans.get(name));
    }

    /** Returns the plan of a tenant. A plan that is no longer configured has no limits. */
    public Plan of(String name) {
        return find(name).orElseGet(() -> Plan.boundless(name));
    }

    public List<String> names() {
        return List.copyOf(plans.keySet());
    }
}
