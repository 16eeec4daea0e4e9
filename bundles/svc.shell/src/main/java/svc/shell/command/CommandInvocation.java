package svc.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import svc.api.audit.Actor;
import svc.api.operation.Progress;

/**
 * One command with its surroundings.
 *
 * @param words what was typed after {@code svc}
 * @param directory the directory of whoever typed it, absolute
 * @param in where a secret comes from
 * @param out for results
 * @param err for refusals
 * @param actor who typed it
 * @param progress where it is told how far the command is
 */
record Invocation(
        List<String> words,
        Path directory,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Actor actor,
        Progress progress) {

    Invocation(List<String> words, Path directory, InputStream in, PrintStream out, PrintStream err, Actor actor) {
        this(words, directory, in, out, err, actor, Progress.UNSEEN);
    }

    Invocation {
        words = List.copyOf(words);
    }
}
