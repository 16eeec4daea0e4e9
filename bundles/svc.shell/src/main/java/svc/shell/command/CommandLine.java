package svc.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.Operations;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;

/** From words to an operation and from its outcome to text or JSON and an exit code, alike for the socket, Gogo and the launcher. */
final class CommandLine {

    private final Operations operations;
    private final Json.Binding binding;
    private final Surroundings surroundings;

    CommandLine(Operations operations, Json json, Surroundings surroundings) {
        this.operations = operations;
        this.binding = json.binding(Json.Names.EXACT);
        this.surroundings = surroundings;
    }

    int run(Invocation invocation) {
        try {
            return run(Words.of(invocation.words()), invocation);
        } catch (CommandProblem problem) {
            return refuse(problem, invocation);
        } catch (OperationProblem problem) {
            tell(problem, invocation);
            boolean miswritten = problem.reason() == OperationProblem.Reason.INVALID
                    && !problem.errors().isEmpty();
            return miswritten ? Exit.USAGE : Exit.REFUSED;
        } finally {
            invocation.out().flush();
            invocation.err().flush();
        }
    }

    /** Prints a problem that somebody else met, and answers its exit code. */
    int refuse(CommandProblem problem, Invocation invocation) {
        tell(problem.problem(), invocation);
        return problem.exit();
    }

    private int run(Words words, Invocation invocation) {
        List<String> plain = words.plain();
        if (words.help() || plain.isEmpty() || plain.get(0).equals("help")) {
            return help(words, invocation);
        }
        Declaration declaration = find(plain);
        int own = declaration.verb().isEmpty() ? 1 : 2;
        Map<String, Object> arguments = Flags.read(declaration, plain.subList(own, plain.size()), invocation);
        surroundings.admit(declaration);
        Outcome outcome = perform(declaration, arguments, words.json(), invocation);
        invocation
                .out()
                .print(
                        words.json()
                                ? binding.text(outcome.value()) + "\n"
                                : Texts.of(outcome.value(), declaration.whenEmpty()));
        return outcome.exit();
    }

    private Outcome perform(
            Declaration declaration, Map<String, Object> arguments, boolean json, Invocation invocation) {
        boolean incomplete = declaration.parameters().stream()
                .filter(Parameter::required)
                .anyMatch(p -> !arguments.containsKey(p.name()));
        try {
            return operations.run(declaration, arguments, invocation.actor(), invocation.progress());
        } catch (OperationProblem problem) {
            throw incomplete ? incomplete(declaration, problem, json) : problem;
        }
    }

    /** A person is told how to write it; as JSON the problem is that of every other front. */
    private static CommandProblem incomplete(Declaration declaration, OperationProblem problem, boolean json) {
        String usage = json ? "" : " Usage: " + Usage.line(declaration);
        return new CommandProblem(
                Exit.USAGE, new OperationProblem(problem.reason(), problem.detail() + usage, problem.errors()));
    }

    private Declaration find(List<String> plain) {
        return known(plain).or(() -> elsewhere(plain)).orElseThrow(() -> unknown(plain));
    }

    private Optional<Declaration> elsewhere(List<String> plain) {
        boolean nounAlone = plain.size() < 2 && !ofNoun(plain.get(0)).isEmpty();
        try {
            return !nounAlone && surroundings.searchFurther() ? known(plain) : Optional.empty();
        } catch (OperationProblem refusal) {
            throw CommandProblem.usage(unknown(plain).problem().detail()
                    + " An extension may offer it, but none can be started: " + refusal.detail());
        }
    }

    private Optional<Declaration> known(List<String> plain) {
        String noun = plain.get(0);
        Optional<Declaration> withVerb = plain.size() > 1 ? operations.find(noun, plain.get(1)) : Optional.empty();
        return withVerb.or(() -> operations.find(noun, ""));
    }

    private CommandProblem unknown(List<String> plain) {
        String noun = plain.get(0);
        List<Declaration> of = ofNoun(noun);
        if (of.isEmpty()) {
            List<String> nouns =
                    operations.declarations().stream().map(Declaration::noun).toList();
            return CommandProblem.usage(
                    "There is no command svc " + noun + Nearest.clause(noun, nouns) + " See svc help.");
        }
        List<String> verbs = of.stream().map(Declaration::verb).toList();
        String what = plain.size() < 2 || plain.get(1).startsWith("-")
                ? "svc " + noun + " needs one of " + String.join(", ", verbs) + "."
                : "There is no command svc " + noun + " " + plain.get(1) + Nearest.clause(plain.get(1), verbs)
                        + " There are " + String.join(", ", verbs) + ".";
        return CommandProblem.usage(what + " See svc help " + noun + ".");
    }

    private int help(Words words, Invocation invocation) {
        List<String> about =
                words.plain().stream().filter(word -> !word.equals("help")).toList();
        List<Declaration> of = about.isEmpty() ? operations.declarations() : matching(about);
        if (of.isEmpty() && surroundings.searchFurther()) {
            of = matching(about);
        }
        if (of.isEmpty()) {
            throw unknown(about);
        }
        String text = about.isEmpty() ? Usage.all(of) : Usage.detailed(of);
        invocation.out().print(words.json() ? binding.text(Listing.of(of)) + "\n" : text);
        return Exit.OK;
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

    /** JSON goes where the result would have gone, so that a script reads one stream. */
    private void tell(OperationProblem problem, Invocation invocation) {
        if (invocation.words().contains("--json")) {
            invocation.out().print(binding.text(problem.members()) + "\n");
            return;
        }
        invocation.err().println("svc: " + Texts.clean(problem.detail()));
        if (problem.errors().size() > 1) {
            for (FieldError error : problem.errors()) {
                String flag = error.field().replace('_', '-');
                invocation.err().println("  --" + Texts.clean(flag) + " " + Texts.clean(error.reason()));
            }
        }
    }
}
