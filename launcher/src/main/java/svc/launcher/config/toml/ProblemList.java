package svc.launcher.config.toml;

import java.util.ArrayList;
import java.util.List;
import org.tomlj.TomlPosition;

/** Collects the problems of one text, up to a limit. */
public final class ProblemList {

    private static final int MOST = 100;

    private final String file;
    private final boolean places;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final List<ConfigProblem> warnings = new ArrayList<>();
    private int left;

    private ProblemList(String file, boolean places) {
        this.file = file;
        this.places = places;
    }

    public static ProblemList ofFile(String file) {
        return new ProblemList(file, true);
    }

    /** Returns the list of a command line flag, whose problems have no line and column. */
    public static ProblemList ofFlag(String flag) {
        return new ProblemList(flag, false);
    }

    public void add(TomlPosition at, String sentence, String remedy) {
        add(at.line(), at.column(), sentence, remedy);
    }

    public void add(int line, int column, String sentence, String remedy) {
        if (problems.size() == MOST) {
            left++;
        } else {
            problems.add(new ConfigProblem(file, places ? line : 0, places ? column : 0, sentence, remedy));
        }
    }

    /** Adds a warning for a value that is accepted but should be written differently. */
    public void warn(TomlPosition at, String sentence, String remedy) {
        warnings.add(new ConfigProblem(file, places ? at.line() : 0, places ? at.column() : 0, sentence, remedy));
    }

    public List<ConfigProblem> warnings() {
        return List.copyOf(warnings);
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Returns the problems in the order of the text. */
    public List<ConfigProblem> all() {
        List<ConfigProblem> all = new ArrayList<>(problems);
        all.sort(java.util.Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column));
        if (left > 0) {
            all.add(ConfigProblem.of(
                    file, "There are " + left + " more problems.", "Correct the first ones and check again."));
        }
        return all;
    }
}
