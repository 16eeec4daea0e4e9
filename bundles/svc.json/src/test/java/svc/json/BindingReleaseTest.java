package svc.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.json.Json;

/** The class data of a binding must be released with the binding, otherwise every update of a bundle leaks it. */
class BindingReleaseTest {

    /** A record that each loader below defines separately. */
    public record Guest(String name, java.util.Optional<Guest> friend) {}

    private static final class GuestLoader extends ClassLoader {
        GuestLoader() {
            super(BindingReleaseTest.class.getClassLoader());
        }

        Class<?> guest() {
            try (InputStream in = BindingReleaseTest.class.getResourceAsStream("BindingReleaseTest$Guest.class")) {
                byte[] code = in.readAllBytes();
                return defineClass(Guest.class.getName(), code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void theClassLoaderOfABundleIsReleasedWithItsBinding() throws InterruptedException {
        Json json = new JacksonJson();
        Json.Binding kept = json.binding(Json.Names.SNAKE_CASE);
        WeakReference<ClassLoader> loader = use(json);
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(loader.get()).isNull();
        assertThat(kept.text(Map.of())).isEqualTo("{}");
    }

    private static WeakReference<ClassLoader> use(Json json) {
        GuestLoader loader = new GuestLoader();
        Json.Binding binding = json.binding(Json.Names.SNAKE_CASE);
        Object guest = binding.convert(Map.of("name", "n", "friend", Map.of("name", "m")), loader.guest());
        assertThat(guest.getClass().getClassLoader()).isSameAs(loader);
        assertThat(binding.text(guest)).isEqualTo("{\"name\":\"n\",\"friend\":{\"name\":\"m\"}}");
        return new WeakReference<>(loader);
    }
}
