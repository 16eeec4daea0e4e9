package svc.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import svc.api.audit.Actor;

/**
 * One command with its surroundings.
 *
 * @param words what was typed after {@code svc}
 * @param directory the directory of whoever typed it, absolute
 * @param in where a secret comes from
 * @param out for results
 * @param err for refusals
 * @param actor who typed it
 */
record Invocation(List<String> words, Path directory, InputStream in, PrintStream out, PrintStream err, Actor actor) {

    Invocation {
        words = List.copyOf(words);
    }
}
