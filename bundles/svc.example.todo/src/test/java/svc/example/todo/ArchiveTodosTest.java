package svc.example.todo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

class ArchiveTodosTest {

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final Client ada = engine.account("example.org", "ada");

    @Test
    void doneTodosAreArchivedOnce() {
        engine.register(new Todos());
        engine.register(new ArchiveTodos(engine.store()));
        String first = ada.create("Todo", Map.of("title", "First", "done", true));
        String second = ada.create("Todo", Map.of("title", "Second"));

        assertThat(ada.call("Todo/archive", Map.of()).texts("archived")).containsExactly(first);
        assertThat(ada.get("Todo", first)).containsEntry("archived", true);
        assertThat(ada.get("Todo", second)).containsEntry("archived", false);
        assertThat(ada.call("Todo/query", Map.of("filter", Map.of("archived", true)))
                        .texts("ids"))
                .isEqualTo(List.of(first));
        assertThat(ada.call("Todo/archive", Map.of()).texts("archived")).isEmpty();
    }
}
