package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with a capability, a table of its own and operations; its sources are in {@code src/test/bookmarks}. */
final class BookmarksBundle {

    static final String URN = "urn:example:params:jmap:bookmarks";

    private static final String NAME = "org.example.bookmarks";
    private static final Path SOURCES = Path.of("src/test/bookmarks");

    private BookmarksBundle() {}

    static JarBuilder jar() {
        return TestJars.bundle(NAME, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.jmap;version=\"[2.0,3)\",svc.api.jmap.type;version=\"[2.0,3)\",svc.api.jmap.query;version=\"[2.0,3)\",svc.api.store;version=\"[2.0,3)\",svc.api.json;version=\"[2.0,3)\","
                                + "svc.api.erasure;version=\"[2.0,3)\",svc.api.identity;version=\"[2.0,3)\","
                                + "svc.api.health;version=\"[2.0,3)\",svc.api.metrics;version=\"[2.0,3)\","
                                + "svc.api.operation;version=\"[2.0,3)\"")
                .header("Svc-Migrations", NAME + ";path=migrations")
                .entry("migrations/V1__bookmarks.sql", text("migrations/V1__bookmarks.sql"))
                .source(NAME + ".Bookmark", text("Bookmark.java"))
                .source(NAME + ".Bookmarks", text("Bookmarks.java"))
                .source(NAME + ".Listed", text("Listed.java"))
                .source(NAME + ".BookmarksView", text("BookmarksView.java"))
                .entry("OSGI-INF/metatype/" + NAME + ".xml", text("metatype.xml"))
                .component(
                        NAME + ".BookmarksView",
                        "configuration-pid=\"svc.bookmarks\" configuration-policy=\"require\" init=\"1\"",
                        "<service><provide interface=\"svc.api.operation.AdminView\"/>"
                                + "<provide interface=\"svc.api.metrics.MetricSource\"/>"
                                + "<provide interface=\"svc.api.health.HealthCheck\"/></service>")
                .source(NAME + ".Forgetting", text("Forgetting.java"))
                .component(
                        NAME + ".Forgetting",
                        "",
                        "<service><provide interface=\"svc.api.erasure.ErasureStep\"/></service>")
                .component(
                        NAME + ".Bookmarks",
                        "",
                        "<service><provide interface=\"svc.api.jmap.Capability\"/>"
                                + "<provide interface=\"svc.api.jmap.type.TypeSource\"/></service>");
    }

    /**
     * Returns the same extension with an erasure in small portions. It stops where a file says so: {@code before 3}, or
     * {@code after 3} portions, and then creates a file {@code halted} beside that one.
     */
    static JarBuilder halting(Path order) {
        return jar().source(
                        NAME + ".Forgetting",
                        text("Forgetting.java")
                                .replace("PORTION = 400", "PORTION = 7")
                                .replace("int erased =", "Halt.at(\"before\");\n int erased =")
                                .replace("return erased", "Halt.at(\"after\");\n return erased"))
                .source(NAME + ".Halt", """
                        package org.example.bookmarks;
                        import java.io.*;
                        import java.nio.file.*;
                        import java.util.*;
                        final class Halt {
                            private static final Map<String, Integer> TIMES = new HashMap<>();
                            static synchronized void at(String side) {
                                int times = TIMES.merge(side, 1, Integer::sum);
                                Path order = Path.of("%s");
                                try {
                                    if (!Files.exists(order) || !Files.readString(order).equals(side + " " + times)) return;
                                    Files.createFile(order.resolveSibling("halted"));
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                                while (true) java.util.concurrent.locks.LockSupport.park();
                            }
                        }
                        """.formatted(order));
    }

    private static String text(String file) {
        try {
            return Files.readString(SOURCES.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
