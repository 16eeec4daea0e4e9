package svc.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void shortCellsStayOnOneLine() {
        assertThat(Table.of(List.of(List.of("A", "B"), List.of("x y", "z")))).isEqualTo("A    B\nx y  z\n");
    }

    @Test
    void noLineIsWiderThanAScreenAndNoWordIsLost() {
        String sentence = "word ".repeat(80).strip();
        String path = "/p".repeat(120);
        String text = Table.of(List.of(
                List.of("NAME", "DETAIL", "FILE", "REMEDY"), List.of("some-name", sentence, path, sentence + ".")));
        assertThat(text.lines()).allMatch(line -> line.length() <= 180).hasSizeGreaterThan(3);
        assertThat(text.split("\\bword\\b", -1)).hasSize(161);
        assertThat(text.replaceAll("[^/p]", "")).isEqualTo(path);
        assertThat(text.lines().filter(line -> line.contains("some-name"))).hasSize(1);
    }

    @Test
    void manyColumnsAreLeftAsTheyAre() {
        List<String> cells = List.of("x".repeat(19), "y".repeat(20), "z");
        List<String> line = new java.util.ArrayList<>();
        for (int i = 0; i < 5; i++) {
            line.addAll(cells);
        }
        assertThat(Table.of(List.of(line)).lines()).hasSize(1);
    }
}
