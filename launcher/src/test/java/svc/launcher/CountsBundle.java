package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/**
 * An extension with an account job that counts the emails of the account, which belong to another bundle. {@code
 * Count/start} adds a job. A job with the subject {@code wait} runs until it is cancelled.
 */
final class CountsBundle {

    static final String NAME = "org.example.counts";
    static final String URN = "urn:example:counts";

    private CountsBundle() {}

    static JarBuilder jar() {
        return TestJars.bundle(NAME, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.identity;version=\"[2.0,3)\",svc.api.jmap;version=\"[2.0,3)\","
                                + "svc.api.jmap.observe;version=\"[2.0,3)\",svc.api.job;version=\"[2.0,3)\",svc.api.store;version=\"[2.0,3)\"")
                .source(NAME + ".Counts", capability())
                .source(NAME + ".Start", start())
                .source(NAME + ".Count", count())
                .component(NAME + ".Counts", "", service("svc.api.jmap.Capability"))
                .component(NAME + ".Start", "init=\"2\"", service("svc.api.jmap.MethodHandler") + """
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>
                        <reference name="jobs" interface="svc.api.job.JobQueue" parameter="1"/>""")
                .component(NAME + ".Count", "init=\"2\"", service("svc.api.job.AccountJobHandler") + """
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>
                        <reference name="objects" interface="svc.api.jmap.observe.ObjectReader" parameter="1"/>""");
    }

    private static String service(String type) {
        return "<service><provide interface=\"" + type + "\"/></service>";
    }

    private static String capability() {
        return """
                package org.example.counts;
                public final class Counts implements svc.api.jmap.Capability {
                    public String urn() { return "%s"; }
                }
                """.formatted(URN);
    }

    private static String start() {
        return """
                package org.example.counts;
                import java.util.Map;
                import svc.api.identity.Access;
                import svc.api.job.JobQueue;
                import svc.api.jmap.MethodCall;
                import svc.api.store.Store;
                public final class Start implements svc.api.jmap.MethodHandler<Start.Arguments, Map<String, Object>> {
                    private final Store store;
                    private final JobQueue jobs;
                    public Start(Store store, JobQueue jobs) {
                        this.store = store;
                        this.jobs = jobs;
                    }
                    public record Arguments(String accountId, String subject) {}
                    public String method() { return "Count/start"; }
                    public String capability() { return "%s"; }
                    public Class<Arguments> argumentsType() { return Arguments.class; }
                    public Map<String, Object> handle(MethodCall call, Arguments arguments) {
                        return Map.of("job", store.write(call.scope(arguments.accountId(), Access.WRITE),
                                tx -> jobs.add(tx, "%s.count", arguments.subject())).id());
                    }
                }
                """.formatted(URN, NAME);
    }

    private static String count() {
        return """
                package org.example.counts;
                import java.io.IOException;
                import svc.api.jmap.observe.ObjectReader;
                import svc.api.jmap.observe.ObjectReader.TypeReader;
                import svc.api.store.Store;
                public final class Count implements svc.api.job.AccountJobHandler {
                    private final Store store;
                    private final ObjectReader objects;
                    public Count(Store store, ObjectReader objects) {
                        this.store = store;
                        this.objects = objects;
                    }
                    public String name() { return "%s.count"; }
                    public String capability() { return "%s"; }
                    public void run(AccountJob job) throws IOException {
                        TypeReader emails = objects.of(job.scope(), "Email").orElseThrow(() -> new IOException("no mail"));
                        job.report(store.read(job.scope(), snapshot -> emails.read(
                                snapshot, emails.numbers(snapshot, 0, 100), java.util.Set.of("subject")).values()).toString());
                        while (job.subject().equals("wait") && !job.isCancelled()) {
                            try {
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                        }
                    }
                }
                """.formatted(NAME, URN);
    }
}
