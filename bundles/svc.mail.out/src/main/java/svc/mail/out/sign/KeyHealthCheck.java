package svc.mail.out.sign;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DkimKeys.State;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/** Warns of domains whose messages leave without signatures, of old keys, and of missing records and files. */
@Component
public final class KeyHealthCheck implements HealthCheck {

    private static final String FILES = "dkim-files";
    private static final String RECORDS = "dkim-records";
    private static final String AGE = "dkim-age";

    /** The age at which a key should be replaced. */
    private static final Duration OLD = Duration.ofDays(365);

    private final DomainKeys keys;
    private final Clock clock;

    @Activate
    public KeyHealthCheck(@Reference DomainKeys keys, @Reference Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(RECORDS, AGE, FILES);
    }

    @Override
    public List<Finding> run() {
        List<DomainKey> all = keys.all();
        if (all.isEmpty()) {
            return checks().stream()
                    .map(check -> Finding.skipped(check, "No domain has DKIM keys."))
                    .toList();
        }
        return List.of(records(all), age(all), files(all));
    }

    private static Finding records(List<DomainKey> all) {
        List<DomainKey> missing = new ArrayList<>();
        Map<String, List<DomainKey>> byDomain =
                all.stream().collect(Collectors.groupingBy(DomainKey::domain, TreeMap::new, Collectors.toList()));
        for (List<DomainKey> domain : byDomain.values()) {
            boolean isUnsigned = domain.stream().noneMatch(key -> key.state() == State.LIVE);
            for (DomainKey key : domain) {
                boolean isNeeded = key.state() == State.LIVE && !key.published().orElse(true);
                if (isNeeded || (isUnsigned && key.state() == State.NEW)) {
                    missing.add(key);
                }
            }
        }
        return missing.isEmpty()
                ? Finding.ok(RECORDS, "DNS has the records of the DKIM keys that sign.")
                : Finding.warn(
                        RECORDS,
                        "Messages leave without valid DKIM signatures, because DNS has no record "
                                + Finding.names(
                                        missing.stream().map(DomainKey::name).toList()) + ".",
                        "Publish the TXT records that `svc domain dns "
                                + missing.get(0).domain() + "` prints; the server looks for new ones once an hour.");
    }

    private Finding age(List<DomainKey> all) {
        Instant old = clock.now().minus(OLD);
        List<String> domains = all.stream()
                .filter(key -> key.state() == State.LIVE && key.since().isBefore(old))
                .map(DomainKey::domain)
                .distinct()
                .toList();
        return domains.isEmpty()
                ? Finding.ok(AGE, "No DKIM key has signed for more than a year.")
                : Finding.warn(
                        AGE,
                        "The DKIM keys of " + Finding.names(domains) + " have signed for more than a year.",
                        "Run `svc dkim rotate " + domains.get(0) + "`, and publish the new records.");
    }

    private Finding files(List<DomainKey> all) {
        List<String> missing = new ArrayList<>();
        List<String> exposed = new ArrayList<>();
        for (DomainKey key : all) {
            if (keys.files().isExposed(key.file())) {
                exposed.add(key.file());
            }
            if (key.state() != State.RETIRED
                    && keys.files().load(key.file(), key.algorithm()).isEmpty()) {
                missing.add(key.file());
            }
        }
        if (!missing.isEmpty()) {
            return Finding.fail(
                    FILES,
                    "In secrets/dkim, these keys are missing or cannot be read: " + Finding.names(missing) + ".",
                    "Restore them from a backup, or run `svc dkim rotate DOMAIN`.");
        }
        return exposed.isEmpty()
                ? Finding.ok(FILES, "The files of the DKIM keys are complete.")
                : Finding.warn(
                        FILES,
                        "In secrets/dkim, other users can read these keys: " + Finding.names(exposed) + ".",
                        "Run `chmod 600` for these files, and `svc dkim rotate DOMAIN` if others could have read them.");
    }
}
