package svc.admin.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;

/** Writes metrics in the Prometheus text format 0.0.4, with all lines of a metric in one group. */
final class PrometheusTextWriter implements MetricSink {

    static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,99}");

    private final Map<String, Family> families = new LinkedHashMap<>();

    private record Family(String type, String help, StringBuilder lines) {}

    @Override
    public void counter(String name, String help, long value, String... labels) {
        demand(name.endsWith("_total"), name);
        family(name, "counter", help).append(line(series(name, labels), Long.toString(value)));
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        family(name, "gauge", help).append(line(series(name, labels), number(value)));
    }

    @Override
    public void histogram(String name, String help, Histogram timings, String... labels) {
        demand(name.endsWith("_seconds"), name);
        StringBuilder lines = family(name, "histogram", help);
        double[] bounds = timings.upperBounds();
        long[] counts = timings.counts();
        long all = 0;
        for (int i = 0; i < counts.length; i++) {
            all += counts[i];
            String bound = i < bounds.length ? number(bounds[i]) : "+Inf";
            lines.append(line(series(name + "_bucket", with(labels, "le", bound)), Long.toString(all)));
        }
        lines.append(line(series(name + "_sum", labels), number(timings.sum())));
        lines.append(line(series(name + "_count", labels), Long.toString(all)));
    }

    private static String line(String series, String value) {
        return series + ' ' + value + '\n';
    }

    private StringBuilder family(String name, String type, String help) {
        demand(NAME.matcher(name).matches(), name);
        Family family = families.computeIfAbsent(name, any -> new Family(type, help, new StringBuilder()));
        demand(family.type().equals(type), name);
        return family.lines();
    }

    private static void demand(boolean well, String name) {
        if (!well) {
            throw new IllegalArgumentException(name + " is not a valid name of a metric of this kind");
        }
    }

    private static String series(String name, String... labels) {
        if (labels.length == 0) {
            return "svc_" + name;
        }
        StringBuilder series = new StringBuilder("svc_").append(name).append('{');
        for (int i = 0; i < labels.length; i += 2) {
            demand(NAME.matcher(labels[i]).matches(), labels[i]);
            series.append(i == 0 ? "" : ",").append(labels[i]).append("=\"");
            series.append(escaped(labels[i + 1])).append('"');
        }
        return series.append('}').toString();
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String[] with(String[] labels, String name, String value) {
        String[] more = java.util.Arrays.copyOf(labels, labels.length + 2);
        more[labels.length] = name;
        more[labels.length + 1] = value;
        return more;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Returns the complete text. */
    String text() {
        StringBuilder text = new StringBuilder();
        families.forEach((name, family) -> {
            String help = family.help().replace("\\", "\\\\").replace("\n", "\\n");
            text.append("# HELP svc_" + name + ' ' + help + '\n')
                    .append("# TYPE svc_" + name + ' ' + family.type() + '\n')
                    .append(family.lines());
        });
        return text.toString();
    }
}
