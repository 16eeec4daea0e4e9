package svc.launcher.config.toml;

/**
 * A problem of the configuration, without the value of a secret.
 *
 * @param file the file, the flag ({@code --set 1}) or the jar
 * @param line the line, from 1; 0 for a problem without a place in the text
 * @param column the column in characters, from 1; 0 without a line
 * @param sentence the problem
 * @param remedy the remedy
 */
public record ConfigProblem(String file, int line, int column, String sentence, String remedy) {

    /** Returns a problem without a place in a text. */
    public static ConfigProblem of(String file, String sentence, String remedy) {
        return new ConfigProblem(file, 0, 0, sentence, remedy);
    }

    /** Returns the place: {@code svc.toml:3:1}, or only the name if there is no line. */
    public String place() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }

    /** Returns place and sentence: {@code svc.toml:3:1: There is no key …}. */
    public String text() {
        return place() + ": " + sentence;
    }

    /**
     * Returns place, sentence and remedy in one line, separated by tabs. Bundles receive this text, because they share
     * no class with the launcher.
     */
    public String tabbed() {
        return place() + "\t" + sentence + "\t" + remedy;
    }
}
