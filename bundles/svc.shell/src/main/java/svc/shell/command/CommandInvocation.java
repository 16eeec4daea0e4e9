package svc.shell.command;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import svc.api.audit.Actor;
import svc.api.operation.Progress;

/**
 * One run of the command line with its streams.
 *
 * @param words the words after {@code svc}
 * @param directory the working directory of the caller, absolute
 * @param in standard input, the source of secrets
 * @param out standard output, for results
 * @param err standard error, for problems
 * @param actor the caller
 * @param progress receives the progress of the command
 */
public record CommandInvocation(
        List<String> words,
        Path directory,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Actor actor,
        Progress progress) {

    public CommandInvocation(
            List<String> words, Path directory, InputStream in, PrintStream out, PrintStream err, Actor actor) {
        this(words, directory, in, out, err, actor, Progress.UNSEEN);
    }

    public CommandInvocation {
        words = List.copyOf(words);
    }
}
