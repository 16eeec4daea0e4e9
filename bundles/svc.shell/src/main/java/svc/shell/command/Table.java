package svc.shell.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Formats lines of cells in columns that fit a screen. Cells that are too wide are wrapped, so that no text is lost.
 */
final class Table {

    private static final int WIDEST = 180;
    private static final int NARROWEST_COLUMN = 20;
    private static final String GAP = "  ";

    private Table() {}

    /** Formats the lines; the first contains the headings. */
    static String of(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(line.get(i)));
            }
        });
        fit(widths);
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> append(line, widths, text));
        return text.toString();
    }

    /** Narrows the widest column until the table fits or no column can be narrowed. */
    private static void fit(int[] widths) {
        int total = GAP.length() * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        for (; total > WIDEST; total--) {
            int widest = 0;
            for (int i = 1; i < widths.length; i++) {
                widest = widths[i] > widths[widest] ? i : widest;
            }
            if (widths[widest] <= NARROWEST_COLUMN) {
                return;
            }
            widths[widest]--;
        }
    }

    private static void append(List<String> line, int[] widths, StringBuilder text) {
        List<List<String>> cells = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            List<String> cell = wrapped(line.get(i), widths[i]);
            cells.add(cell);
            height = Math.max(height, cell.size());
        }
        for (int at = 0; at < height; at++) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                List<String> cell = cells.get(i);
                row.append(pad(at < cell.size() ? cell.get(at) : "", widths[i])).append(GAP);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
    }

    /** Wraps a text between words, or within a word that is longer than a line. */
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (width(rest) > width) {
            int end = rest.offsetByCodePoints(0, width);
            int space = rest.lastIndexOf(' ', end);
            int cut = space > 0 ? space : end;
            lines.add(rest.substring(0, cut));
            rest = rest.substring(cut).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }
}
