package svc.launcher.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A figure: a row of the table.
 *
 * @param what the description
 * @param unit the unit
 * @param value the formatted number
 */
record Figure(String what, String unit, String value) {

    static Figure of(String what, String unit, double value) {
        return new Figure(what, unit, String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value));
    }

    static double median(Collection<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    static double least(Collection<Double> values) {
        return values.stream().min(Double::compare).orElseThrow();
    }
}
