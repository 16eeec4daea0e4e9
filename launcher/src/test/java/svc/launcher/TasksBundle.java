package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with a capability: a type, a method with a given effect, a covering URN, and computed properties. */
final class TasksBundle {

    static final String URN = "urn:example:tasks";
    static final String USING = "\"urn:ietf:params:jmap:core\",\"" + URN + "\"";

    private TasksBundle() {}

    static JarBuilder jar() {
        return named("org.example.tasks");
    }

    /** Adds it to the extensions of a home, which is created if it is missing; returns the home. */
    static Path in(Path home) {
        try {
            Path extensions = Files.createDirectories(home.resolve("extensions"));
            jar().writeTo(extensions.resolve("tasks.jar"));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns it with a property that refers to other tasks. */
    static JarBuilder linked() {
        String name = "org.example.tasks";
        return named(
                name,
                task().replace(
                                "String title",
                                "String title, @RefersTo(\"Task\") @Default(\"[]\") java.util.List<String> related"));
    }

    static JarBuilder named(String name) {
        return named(name, task());
    }

    private static JarBuilder named(String name, String task) {
        String path = name + ".";
        return TestJars.bundle(name, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.jmap;version=\"[2.0,3)\",svc.api.jmap.type;version=\"[2.0,3)\",svc.api.store;version=\"[2.0,3)\",svc.api.identity;version=\"[2.0,3)\"")
                .source(path + "Tasks", in(name, tasks()))
                .source(path + "Task", in(name, task))
                .source(path + "TaskType", in(name, type()))
                .source(path + "Wait", in(name, wait(name)))
                .component(path + "Tasks", "", service("Capability"))
                .component(path + "TaskType", "", service("type.ObjectType"))
                .component(path + "Wait", "", service("MethodHandler"));
    }

    private static String service(String type) {
        return "<service><provide interface=\"svc.api.jmap." + type + "\"/></service>";
    }

    private static String in(String bundle, String source) {
        return "package " + bundle + ";\n" + source;
    }

    private static String tasks() {
        return """
                public final class Tasks implements svc.api.jmap.Capability {
                    public String urn() { return "%s"; }
                }
                """.formatted(URN);
    }

    private static String task() {
        return """
                import svc.api.jmap.type.*;
                public record Task(@Filterable String title, @Filterable @Default("0") int rank) {}
                """;
    }

    private static String type() {
        return """
                public final class TaskType implements svc.api.jmap.type.ObjectType<Task> {
                    public String name() { return "Task"; }
                    public String capability() { return "%s"; }
                    public Class<Task> recordType() { return Task.class; }
                }
                """.formatted(URN);
    }

    /** Task/wait: reports in a file that it has begun, and waits until the file is deleted; or throws. */
    private static String wait(String bundle) {
        return """
                import java.nio.file.*;
                import java.util.Map;
                public final class Wait implements svc.api.jmap.MethodHandler<Wait.Arguments, Map<String, Object>> {
                    public record Arguments(String file, boolean fail) {}
                    public String method() { return "Task/wait"; }
                    public String capability() { return "%s"; }
                    public Class<Arguments> argumentsType() { return Arguments.class; }
                    public Map<String, Object> handle(svc.api.jmap.MethodCall call, Arguments arguments) {
                        if (arguments.fail()) { throw new IllegalStateException("the inside of " + "%s"); }
                        try {
                            Path file = Path.of(arguments.file());
                            Files.createFile(file);
                            while (Files.exists(file)) { Thread.sleep(5); }
                        } catch (Exception e) { throw new IllegalStateException(e); }
                        return Map.of("waited", true);
                    }
                }
                """.formatted(URN, bundle);
    }
}
