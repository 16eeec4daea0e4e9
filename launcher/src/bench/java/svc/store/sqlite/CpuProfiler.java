package svc.store.sqlite;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Measures the processor time of the whole process per operation, which does not depend on other processes. */
public final class CpuProfiler implements InternalProfiler {

    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long before;

    @Override
    public String getDescription() {
        return "Processor time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of the library
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (system.getProcessCpuTime() - before) / 1e3;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult("cpu", micros / operations, "us/op", AggregationPolicy.AVG));
    }
}
