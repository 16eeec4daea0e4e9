package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The processor time and memory of a server's process.
 *
 * @param pid the process
 */
record MeasuredProcess(long pid) {

    static MeasuredProcess of(RunningServer server) {
        return new MeasuredProcess(server.pid());
    }

    /** Returns the processor time so far, in steps of 10 ms. */
    Duration cpu() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("The process " + pid + " is no more"));
    }

    long residentKilobytes() {
        return status("VmRSS:");
    }

    private long status(String name) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes in the heap after a collection. */
    long liveBytes() {
        return jcmd("GC.class_histogram")
                .lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*\\s(\\d+)\\s*$", "$1")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of threads, without those of Jetty's pools that wait for work. */
    long busyThreads() {
        return jcmd("Thread.print")
                .lines()
                .mapToInt(line ->
                        line.startsWith("\"") ? 1 : line.contains("QueuedThreadPool$Runner.idleJobPoll") ? -1 : 0)
                .sum();
    }

    private String jcmd(String command) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process process = new ProcessBuilder(jcmd, String.valueOf(pid), command)
                    .redirectErrorStream(true)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(out);
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
