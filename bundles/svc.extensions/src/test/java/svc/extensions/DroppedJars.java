package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import svc.testkit.JarBuilder;

/** Puts jars into the folder of a running server and checks their statuses. */
public record DroppedJars(FelixWithExtensions felix) {

    public void drop(JarBuilder recipe, String file) {
        recipe.writeTo(felix.folder().resolve(file));
    }

    public void refused(String name, String reason, String remedy) throws Exception {
        verdict(name, "refused", reason, remedy);
    }

    public void waiting(String name, String reason, String remedy) throws Exception {
        verdict(name, "waiting", reason, remedy);
    }

    private void verdict(String name, String state, String reason, String remedy) throws Exception {
        long since = System.nanoTime();
        Map<String, Object> row = felix.await(name, state);
        assertThat(row.get("reason")).asString().contains(reason).endsWith(".");
        assertThat(row.get("remedy")).asString().contains(remedy);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(6));
    }
}
