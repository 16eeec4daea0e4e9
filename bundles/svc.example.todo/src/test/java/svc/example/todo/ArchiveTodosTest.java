package svc.example.todo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;

class ArchiveTodosTest {

    private final MemoryEngine engine = new MemoryEngine();
    private final Client ada = engine.account("example.org", "ada");

    @Test
    void whatIsDoneGoesIntoTheArchiveOnce() {
        engine.register(new Todos());
        engine.register(new ArchiveTodos(engine.store()));
        String milk = ada.create("Todo", Map.of("title", "Milk", "done", true));
        String bread = ada.create("Todo", Map.of("title", "Bread"));

        assertThat(ada.call("Todo/archive", Map.of()).texts("archived")).containsExactly(milk);
        assertThat(ada.get("Todo", milk)).containsEntry("archived", true);
        assertThat(ada.get("Todo", bread)).containsEntry("archived", false);
        assertThat(ada.call("Todo/query", Map.of("filter", Map.of("archived", true)))
                        .texts("ids"))
                .isEqualTo(List.of(milk));
        assertThat(ada.call("Todo/archive", Map.of()).texts("archived")).isEmpty();
    }
}
