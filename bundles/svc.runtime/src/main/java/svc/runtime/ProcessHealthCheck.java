package svc.runtime;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/** Checks the process: its Java release, its memory, its open files, and steps of the machine's clock. */
@Component
public final class ProcessHealthCheck implements HealthCheck {

    private static final String JAVA = "process-java";
    private static final String HEAP = "process-heap";
    private static final String FILES = "process-files";
    private static final String CLOCK = "process-clock";

    /** The long-term releases of Java, and the days on which free security updates end. */
    private static final Map<Integer, LocalDate> SUPPORTED =
            Map.of(17, LocalDate.of(2027, 10, 1), 21, LocalDate.of(2029, 12, 1), 25, LocalDate.of(2031, 9, 1));

    private static final int NEWEST = 25;

    private static final double NEARLY_FULL = 0.9;
    private static final long MEBIBYTE = 1L << 20;
    private static final Duration STEP = Duration.ofMinutes(1);

    private final Clock clock;
    private final Instant startedAt;
    private final long startedNanos;

    @Activate
    public ProcessHealthCheck(@Reference Clock clock) {
        this.clock = clock;
        this.startedAt = clock.now();
        this.startedNanos = clock.nanos();
    }

    @Override
    public String family() {
        return "process";
    }

    @Override
    public List<String> checks() {
        return List.of(JAVA, HEAP, FILES, CLOCK);
    }

    @Override
    public List<Finding> run() {
        long most = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
        return List.of(java(Runtime.version().feature()), heap(usedAfterCollection(), most), files(), clock());
    }

    /** Returns the number of bytes that the last collections left in the heap: what is used since can be garbage. */
    private static long usedAfterCollection() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .flatMap(pool -> Optional.ofNullable(pool.getCollectionUsage()).stream())
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    Finding java(int release) {
        Map<String, Object> facts = Map.of("java", release);
        LocalDate end = SUPPORTED.get(release);
        if (end == null) {
            return release > NEWEST
                    ? Finding.skipped(JAVA, "Java " + release + " is newer than this release of svc.")
                            .with(facts)
                    : Finding.warn(
                                    JAVA,
                                    "Java " + release + " is not a long-term release and gets no security updates.",
                                    "Install Java " + NEWEST + ", and restart the server with it.")
                            .with(facts);
        }
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC).isBefore(end)
                ? Finding.ok(JAVA, "Java " + release + " gets security updates until " + end + ".")
                        .with(facts)
                : Finding.warn(
                                JAVA,
                                "Free security updates of Java " + release + " ended on " + end + ".",
                                "Install Java " + NEWEST + ", and restart the server with it.")
                        .with(facts);
    }

    static Finding heap(long used, long most) {
        Map<String, Object> facts = Map.of("used_bytes", used, "max_bytes", most);
        String detail =
                used / MEBIBYTE + " of " + most / MEBIBYTE + " MiB of the heap were in use after the last collection.";
        return most > 0 && used > most * NEARLY_FULL
                ? Finding.warn(
                                HEAP,
                                detail,
                                "Give the server more memory with SVC_MEMORY, for example `SVC_MEMORY=1g`, then restart.")
                        .with(facts)
                : Finding.ok(HEAP, detail).with(facts);
    }

    private static Finding files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? files(unix.getOpenFileDescriptorCount(), unix.getMaxFileDescriptorCount())
                : Finding.skipped(FILES, "The system does not count open files.");
    }

    static Finding files(long open, long most) {
        Map<String, Object> facts = Map.of("open", open, "limit", most);
        String detail = open + " of " + most + " file descriptors are open.";
        return open > most * NEARLY_FULL
                ? Finding.warn(FILES, detail, "Raise `ulimit -n` (LimitNOFILE= of a systemd unit), and restart.")
                        .with(facts)
                : Finding.ok(FILES, detail).with(facts);
    }

    private Finding clock() {
        Duration step = Duration.between(startedAt.plusNanos(clock.nanos() - startedNanos), clock.now());
        Map<String, Object> facts = Map.of("step_seconds", step.toSeconds());
        return step.abs().compareTo(STEP) > 0
                ? Finding.warn(
                                CLOCK,
                                "The machine's clock was moved by " + step.toSeconds() + " s since the start.",
                                "Look at the time service with `timedatectl timesync-status`; a restart ends the warning.")
                        .with(facts)
                : Finding.ok(CLOCK, "The machine's clock was not moved since the start.")
                        .with(facts);
    }
}
