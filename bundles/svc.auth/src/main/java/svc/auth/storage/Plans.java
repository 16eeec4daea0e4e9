package svc.auth;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** The plans there are. Any thread. */
@Component(service = Plans.class, configurationPid = "svc.tenants")
@Designate(ocd = TenantsConfig.class)
public final class Plans {

    private final Map<String, Plan> plans = new LinkedHashMap<>();

    /** Reads what the launcher has looked at already. */
    @Activate
    public Plans(TenantsConfig config) {
        this(Arrays.stream(config.plans()).map(Plan::of).toList());
    }

    Plans(List<Plan> all) {
        all.forEach(plan -> plans.putIfAbsent(plan.name(), plan));
    }

    /** What a new organization gets. */
    Plan first() {
        return plans.values().stream().findFirst().orElseGet(() -> Plan.boundless("standard"));
    }

    Optional<Plan> find(String name) {
        return Optional.ofNullable(plans.get(name));
    }

    /** The plan of an organization; one that is not configured any more limits nothing. */
    Plan of(String name) {
        return find(name).orElseGet(() -> Plan.boundless(name));
    }

    List<String> names() {
        return List.copyOf(plans.keySet());
    }
}
