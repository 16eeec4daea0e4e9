package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** A capability as a third party would ship it: a type, a verb that does as it is told, a covering URN, and computed properties. */
final class TasksBundle {

    static final String URN = "urn:example:tasks";
    static final String USING = "\"urn:ietf:params:jmap:core\",\"" + URN + "\"";

    private TasksBundle() {}

    static JarRecipe jar() {
        return named("org.example.tasks");
    }

    /** Puts it into the extensions of a home that may yet have to be made; the home. */
    static Path in(Path home) {
        try {
            Path extensions = Files.createDirectories(home.resolve("extensions"));
            jar().writeTo(extensions.resolve("tasks.jar"));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With a property that names other tasks. */
    static JarRecipe linked() {
        String name = "org.example.tasks";
        return named(
                name,
                task().replace(
                                "String title",
                                "String title, @RefersTo(\"Task\") @Default(\"[]\") java.util.List<String> related"));
    }

    static JarRecipe named(String name) {
        return named(name, task());
    }

    private static JarRecipe named(String name, String task) {
        String path = name + ".";
        return JarWorkshop.bundle(name, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.jmap;version=\"[1.0,2)\",svc.api.store;version=\"[1.0,2)\",svc.api.identity;version=\"[1.0,2)\"")
                .source(path + "Tasks", in(name, tasks()))
                .source(path + "Task", in(name, task))
                .source(path + "TaskType", in(name, type()))
                .source(path + "Wait", in(name, wait(name)))
                .component(path + "Tasks", "", service("Capability"))
                .component(path + "TaskType", "", service("ObjectType"))
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
                import svc.api.jmap.*;
                public record Task(@Filterable String title, @Filterable @Default("0") int rank) {}
                """;
    }

    private static String type() {
        return """
                public final class TaskType implements svc.api.jmap.ObjectType<Task> {
                    public String name() { return "Task"; }
                    public String capability() { return "%s"; }
                    public Class<Task> shape() { return Task.class; }
                }
                """.formatted(URN);
    }

    /** Task/wait: says on a file that it has begun, and waits until the file is gone; or throws. */
    private static String wait(String bundle) {
        return """
                import java.nio.file.*;
                import java.util.Map;
                public final class Wait implements svc.api.jmap.MethodHandler<Wait.Arguments, Map<String, Object>> {
                    public record Arguments(String file, boolean fail) {}
                    public String method() { return "Task/wait"; }
                    public String capability() { return "%s"; }
                    public Class<Arguments> arguments() { return Arguments.class; }
                    public Map<String, Object> handle(svc.api.jmap.Call call, Arguments arguments) {
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
