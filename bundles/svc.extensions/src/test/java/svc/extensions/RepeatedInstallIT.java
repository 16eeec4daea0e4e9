package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.wiring.BundleWiring;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Installs, calls, updates and removes bundles repeatedly: nothing leaks, and other bundles are not affected. */
@Covers(value = "OSGI-03", part = "what leaks")
class RepeatedInstallIT {

    private static final int AT_ONCE = 10;

    @TempDir
    Path home;

    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    @Test
    void hundredCyclesLeaveNothingBehind() throws Exception {
        cycles(10);
    }

    @Test
    @Tag("soak")
    void thousandCyclesLeaveNothingBehind() throws Exception {
        cycles(100);
    }

    private void cycles(int rounds) throws Exception {
        FelixWithExtensions felix = new FelixWithExtensions(home, new RecordingSchema()).open();
        List<byte[]> first = jars("1.0.0");
        List<byte[]> second = jars("2.0.0");
        JarBuilder bystander = TestJars.sound("bystander", "1.0.0");
        bystander.writeTo(felix.folder().resolve("bystander.jar"));
        felix.await("bystander", "active");
        AtomicBoolean end = new AtomicBoolean();
        AtomicLong calls = new AtomicLong();
        AtomicLong failures = new AtomicLong();
        Thread caller = new Thread(() -> {
            while (!end.get()) {
                calls.incrementAndGet();
                if (felix.ask("bystander").filter("1.0.0"::equals).isEmpty()) {
                    failures.incrementAndGet();
                }
                LockSupport.parkNanos(200_000);
            }
        });
        // The first round loads what is loaded only once.
        round(felix, first, second);
        long threads = threads();
        long handles = handles();
        caller.start();
        for (int i = 1; i < rounds; i++) {
            round(felix, first, second);
        }
        end.set(true);
        caller.join();

        assertThat(loaders).hasSize(rounds * AT_ONCE * 2);
        assertThat(failures).hasValue(0);
        assertThat(calls.get()).isGreaterThan(1_000);
        assertThat(alive(felix)).isEmpty();
        assertThat(threads()).isLessThanOrEqualTo(threads + 1);
        assertThat(handles()).isLessThanOrEqualTo(handles + 2);
        assertThat(cached(felix)).isLessThan(3);
        felix.close();
    }

    private void round(FelixWithExtensions felix, List<byte[]> first, List<byte[]> second) throws Exception {
        put(felix, first);
        awaitAnswers(felix, "1.0.0");
        put(felix, second);
        awaitAnswers(felix, "2.0.0");
        for (int n = 0; n < AT_ONCE; n++) {
            Files.delete(file(felix, n));
        }
        for (int n = 0; n < AT_ONCE; n++) {
            felix.awaitGone("cycle" + n);
        }
    }

    private static void put(FelixWithExtensions felix, List<byte[]> jars) {
        for (int n = 0; n < AT_ONCE; n++) {
            JarBuilder.write(jars.get(n), file(felix, n));
        }
    }

    private void awaitAnswers(FelixWithExtensions felix, String version) throws Exception {
        for (int n = 0; n < AT_ONCE; n++) {
            String name = "cycle" + n;
            long since = System.nanoTime();
            while (felix.ask(name).filter(version::equals).isEmpty()) {
                assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(20));
                felix.moment();
            }
            BundleWiring wiring = felix.bundle(name).orElseThrow().adapt(BundleWiring.class);
            loaders.add(new WeakReference<>(wiring.getClassLoader()));
        }
    }

    private List<WeakReference<ClassLoader>> alive(FelixWithExtensions felix) throws InterruptedException {
        for (int i = 0; i < 100 && loaders.stream().anyMatch(RepeatedInstallIT::isAlive); i++) {
            System.gc();
            felix.moment();
        }
        return loaders.stream().filter(RepeatedInstallIT::isAlive).toList();
    }

    private static boolean isAlive(WeakReference<ClassLoader> loader) {
        return loader.get() != null;
    }

    private long cached(FelixWithExtensions felix) {
        File[] copies = home.resolve("cache").toFile().listFiles((folder, name) -> name.startsWith("bundle"));
        long core = felix.context().getBundles().length;
        return Objects.requireNonNull(copies).length - core;
    }

    private static long threads() {
        return Thread.getAllStackTraces().size();
    }

    private static long handles() {
        return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
    }

    private static Path file(FelixWithExtensions felix, int n) {
        return felix.folder().resolve("cycle" + n + ".jar");
    }

    private static List<byte[]> jars(String version) {
        return IntStream.range(0, AT_ONCE)
                .mapToObj(n -> TestJars.sound("cycle" + n, version).bytes())
                .toList();
    }
}
