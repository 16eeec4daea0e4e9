package svc.launcher.config;

import java.util.ArrayList;
import java.util.List;
import org.tomlj.TomlPosition;

/** Collects the problems of one text, all of them up to a number that somebody can still read. */
final class ProblemList {

    private static final int MOST = 100;

    private final String file;
    private final boolean places;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private int left;

    private ProblemList(String file, boolean places) {
        this.file = file;
        this.places = places;
    }

    static ProblemList ofFile(String file) {
        return new ProblemList(file, true);
    }

    /** Of a flag of the command line, where lines and columns mean nothing. */
    static ProblemList ofFlag(String flag) {
        return new ProblemList(flag, false);
    }

    void add(TomlPosition at, String sentence, String remedy) {
        add(at.line(), at.column(), sentence, remedy);
    }

    void add(int line, int column, String sentence, String remedy) {
        if (problems.size() == MOST) {
            left++;
        } else {
            problems.add(new ConfigProblem(file, places ? line : 0, places ? column : 0, sentence, remedy));
        }
    }

    boolean isEmpty() {
        return problems.isEmpty();
    }

    /** What was collected, in the order of the text. */
    List<ConfigProblem> all() {
        List<ConfigProblem> all = new ArrayList<>(problems);
        all.sort(java.util.Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column));
        if (left > 0) {
            all.add(ConfigProblem.of(
                    file, "There are " + left + " more problems.", "Mend the first ones and look again."));
        }
        return all;
    }
}
