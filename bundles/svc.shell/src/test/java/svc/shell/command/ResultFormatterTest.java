package svc.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResultFormatterTest {

    @Test
    void emptyListOfARecordIsNone() {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("problems", List.of());
        record.put("kinds", List.of("full", "light"));
        record.put("runs", 2);
        assertThat(ResultFormatter.of(record, "")).isEqualTo("problems  none\nkinds     full, light\nruns      2\n");
    }
}
