package svc.launcher.config;

/**
 * One thing that is wrong with the configuration, without any value of a secret.
 *
 * @param file the file, the flag ({@code --set 1}) or the jar
 * @param line the line, from 1; 0 when the problem has no place in the text
 * @param column the column in characters, from 1; 0 when there is no line
 * @param sentence what is wrong
 * @param remedy what to do
 */
public record ConfigProblem(String file, int line, int column, String sentence, String remedy) {

    /** A problem without a place in a text. */
    static ConfigProblem of(String file, String sentence, String remedy) {
        return new ConfigProblem(file, 0, 0, sentence, remedy);
    }

    /** Where it is: {@code svc.toml:3:1}, or only the name when there is no line. */
    public String place() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }

    /** Place and sentence: {@code svc.toml:3:1: There is no key …}. */
    public String text() {
        return place() + ": " + sentence;
    }

    /** Place, sentence and remedy in one line, a tab between them, for a reader that shares no class with us. */
    String tabbed() {
        return place() + "\t" + sentence + "\t" + remedy;
    }
}
