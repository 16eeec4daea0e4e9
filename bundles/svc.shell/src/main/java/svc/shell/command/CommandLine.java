package svc.shell.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.json.Json;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.Operations;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;
import svc.api.operation.Progress;

/**
 * Runs commands: parses the words, runs the operation, and prints its outcome as text or JSON. The command socket, Gogo
 * and the launcher use this class.
 */
public final class CommandLine {

    private final Operations operations;
    private final Json.Binding binding;
    private final CommandEnvironment environment;

    public CommandLine(Operations operations, Json json, CommandEnvironment environment) {
        this.operations = operations;
        this.binding = json.binding(Json.Names.EXACT);
        this.environment = environment;
    }

    public int run(CommandInvocation invocation) {
        try {
            return run(GlobalOptions.of(invocation.words()), invocation);
        } catch (CommandException problem) {
            return refuse(problem, invocation);
        } catch (OperationException problem) {
            printProblem(problem, invocation);
            boolean miswritten = problem.reason() == OperationException.Reason.INVALID
                    && !problem.errors().isEmpty();
            return miswritten ? ExitCodes.USAGE : ExitCodes.REFUSED;
        } finally {
            invocation.out().flush();
            invocation.err().flush();
        }
    }

    /** Prints a problem that the caller detected. Returns its exit code. */
    public int refuse(CommandException problem, CommandInvocation invocation) {
        printProblem(problem.problem(), invocation);
        return problem.exit();
    }

    private int run(GlobalOptions words, CommandInvocation invocation) {
        List<String> plain = words.plain();
        if (words.help() || plain.isEmpty() || plain.get(0).equals("help")) {
            return help(words, invocation);
        } else if (plain.get(0).equals("completion")) {
            invocation.out().print(Completion.script(plain.subList(1, plain.size()), operations.declarations()));
            return ExitCodes.OK;
        }
        Declaration declaration = find(plain);
        int own = declaration.verb().isEmpty() ? 1 : 2;
        Map<String, Object> arguments = ArgumentParser.read(declaration, plain.subList(own, plain.size()), invocation);
        environment.admit(declaration);
        Outcome outcome = perform(declaration, arguments, words.json(), invocation);
        invocation
                .out()
                .print(
                        words.json()
                                ? binding.text(outcome.value()) + "\n"
                                : ResultFormatter.of(outcome.value(), declaration.whenEmpty()) + noted(outcome.note()));
        return outcome.exitCode();
    }

    private static String noted(String note) {
        return note.isEmpty() ? "" : "\n" + ResultFormatter.clean(note) + "\n";
    }

    /**
     * Returns the progress of a run. Lines before the result are written at once; with {@code --json}, each line is a
     * JSON string.
     */
    private Progress progress(boolean json, CommandInvocation invocation) {
        return new Progress() {
            @Override
            public boolean tell(long done, long total, String what) {
                return invocation.progress().tell(done, total, what);
            }

            @Override
            public boolean write(String line) {
                invocation.out().print((json ? binding.text(line) : ResultFormatter.clean(line)) + "\n");
                return !invocation.out().checkError();
            }
        };
    }

    private Outcome perform(
            Declaration declaration, Map<String, Object> arguments, boolean json, CommandInvocation invocation) {
        boolean incomplete = declaration.parameters().stream()
                .filter(Parameter::required)
                .anyMatch(p -> !arguments.containsKey(p.name()));
        try {
            return operations.run(declaration, arguments, invocation.actor(), progress(json, invocation));
        } catch (OperationException problem) {
            throw incomplete ? incomplete(declaration, problem, json) : problem;
        }
    }

    /** Returns the problem with the usage of the command. With {@code --json}, the problem is the same as in REST. */
    private static CommandException incomplete(Declaration declaration, OperationException problem, boolean json) {
        String usage = json ? "" : " Usage: " + Usage.line(declaration);
        return new CommandException(
                ExitCodes.USAGE, new OperationException(problem.reason(), problem.detail() + usage, problem.errors()));
    }

    private Declaration find(List<String> plain) {
        return known(plain).or(() -> elsewhere(plain)).orElseThrow(() -> unknown(plain));
    }

    private Optional<Declaration> elsewhere(List<String> plain) {
        boolean nounAlone = plain.size() < 2 && !ofNoun(plain.get(0)).isEmpty();
        try {
            return !nounAlone && environment.searchFurther() ? known(plain) : Optional.empty();
        } catch (OperationException refusal) {
            throw CommandException.usage(unknown(plain).problem().detail()
                    + " An extension may offer it, but none can be started: " + refusal.detail());
        }
    }

    private Optional<Declaration> known(List<String> plain) {
        String noun = plain.get(0);
        Optional<Declaration> withVerb = plain.size() > 1 ? operations.find(noun, plain.get(1)) : Optional.empty();
        return withVerb.or(() -> operations.find(noun, ""));
    }

    private CommandException unknown(List<String> plain) {
        String noun = plain.get(0);
        List<Declaration> of = ofNoun(noun);
        if (of.isEmpty()) {
            List<String> nouns = Stream.concat(
                            operations.declarations().stream().map(Declaration::noun), Usage.OWN.stream())
                    .toList();
            return CommandException.usage(
                    "There is no command svc " + noun + SimilarWords.clause(noun, nouns) + " See svc help.");
        }
        List<String> verbs = of.stream().map(Declaration::verb).toList();
        String what = plain.size() < 2 || plain.get(1).startsWith("-")
                ? "svc " + noun + " needs one of " + String.join(", ", verbs) + "."
                : "There is no command svc " + noun + " " + plain.get(1) + SimilarWords.clause(plain.get(1), verbs)
                        + " There are " + String.join(", ", verbs) + ".";
        return CommandException.usage(what + " See svc help " + noun + ".");
    }

    private int help(GlobalOptions words, CommandInvocation invocation) {
        List<String> about =
                words.plain().stream().filter(word -> !word.equals("help")).toList();
        List<Declaration> of = about.isEmpty() ? operations.declarations() : matching(about);
        if (of.isEmpty() && environment.searchFurther()) {
            of = matching(about);
        }
        if (of.isEmpty()) {
            throw unknown(about);
        }
        String text = about.isEmpty() ? CommandOverview.of(of) : Usage.detailed(of);
        invocation.out().print(words.json() ? binding.text(CommandCatalogue.of(of)) + "\n" : text);
        return ExitCodes.OK;
    }

    private List<Declaration> matching(List<String> about) {
        return ofNoun(about.get(0)).stream()
                .filter(d -> about.size() == 1 || d.verb().isEmpty() || d.verb().equals(about.get(1)))
                .toList();
    }

    private List<Declaration> ofNoun(String noun) {
        return operations.declarations().stream()
                .filter(d -> d.noun().equals(noun))
                .toList();
    }

    /**
     * Prints a problem. With {@code --json} it is written to standard output like a result, so that a script reads one
     * stream.
     */
    private void printProblem(OperationException problem, CommandInvocation invocation) {
        if (invocation.words().contains("--json")) {
            invocation.out().print(binding.text(problem.members()) + "\n");
            return;
        }
        invocation.err().println("svc: " + ResultFormatter.clean(problem.detail()));
        if (problem.errors().size() > 1) {
            for (FieldError error : problem.errors()) {
                String flag = error.field().replace('_', '-');
                invocation
                        .err()
                        .println("  --" + ResultFormatter.clean(flag) + " " + ResultFormatter.clean(error.reason()));
            }
        }
    }
}
