package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;

/** Tests bundles of third parties that were not built for this server. */
@Covers(value = "OSGI-03", part = "bundles of others")
class ThirdPartyBundlesIT {

    @TempDir
    Path home;

    @Test
    void eventAdminMetatypePrefsAndJmxBecomeActive() throws Exception {
        FelixWithExtensions felix = new FelixWithExtensions(home, new RecordingSchema()).open();
        drop(felix, "org.apache.felix.eventadmin");
        drop(felix, "org.apache.felix.metatype");
        drop(felix, "org.apache.felix.prefs");
        drop(felix, "org.apache.aries.jmx");
        assertThat(felix.await("org.apache.aries.jmx", "waiting").get("reason"))
                .asString()
                .contains("the package org.apache.aries.util");

        drop(felix, "org.apache.aries.util");

        felix.await("org.apache.felix.eventadmin", "active");
        felix.await("org.apache.felix.metatype", "active");
        felix.await("org.apache.felix.prefs", "active");
        felix.await("org.apache.aries.util", "active");
        felix.await("org.apache.aries.jmx", "active");
        assertThat(felix.context().getAllServiceReferences("org.osgi.service.event.EventAdmin", null))
                .hasSize(1);
        felix.close();
    }

    private static void drop(FelixWithExtensions felix, String name) {
        try {
            Path jar = FelixWithExtensions.onClassPath(name + "-");
            JarBuilder.write(Files.readAllBytes(jar), felix.folder().resolve(name + ".jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
