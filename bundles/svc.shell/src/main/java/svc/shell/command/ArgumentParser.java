package svc.shell.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.operation.OperationException;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Parses the words after noun and verb into arguments. */
final class ArgumentParser {

    private static final int LONGEST_SECRET = 65_536;
    private static final int LONGEST_RECORDS = 1_000_000;

    private final Declaration declaration;
    private final CommandInvocation invocation;
    private final Map<String, Object> arguments = new LinkedHashMap<>();
    private final List<String> plain = new ArrayList<>();

    private ArgumentParser(Declaration declaration, CommandInvocation invocation) {
        this.declaration = declaration;
        this.invocation = invocation;
    }

    static Map<String, Object> read(Declaration declaration, List<String> words, CommandInvocation invocation) {
        ArgumentParser flags = new ArgumentParser(declaration, invocation);
        flags.take(words);
        flags.placePlainWords();
        return flags.arguments;
    }

    private void take(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--")) {
                plain.addAll(words.subList(i + 1, words.size()));
                return;
            }
            if (word.startsWith("--")) {
                i += flag(words, i) ? 1 : 0;
            } else {
                plain.add(word);
            }
        }
    }

    /** Parses the flag at {@code at}. Returns true if it also consumed the next word. */
    private boolean flag(List<String> words, int at) {
        String word = words.get(at);
        boolean joined = word.indexOf('=') >= 0;
        String name = word.substring(2, joined ? word.indexOf('=') : word.length());
        Optional<Parameter> secret = named(name.replaceAll("-stdin$", "")).filter(Parameter::readsStandardInput);
        if (secret.isPresent()) {
            takeSecret(secret.get(), word, name);
            return false;
        }
        Optional<Parameter> denied = named(name.replaceFirst("^no-", "")).filter(p -> p.kind() == Kind.BOOLEAN);
        if (name.startsWith("no-") && named(name).isEmpty() && denied.isPresent() && !joined) {
            put(denied.get(), "false");
            return false;
        }
        Parameter parameter = named(name).orElseThrow(() -> unknown(name));
        if (parameter.kind() == Kind.BOOLEAN && !joined) {
            put(parameter, "true");
            return false;
        }
        put(parameter, GlobalOptions.value(words, at));
        return !joined;
    }

    private void takeSecret(Parameter parameter, String word, String name) {
        if (!word.equals("--" + parameter.flag() + "-stdin")) {
            throw CommandException.usage((parameter.secret()
                            ? "A secret cannot be given on the command line, where other users can read it."
                            : "A long argument cannot be given on the command line.")
                    + " Use --" + parameter.flag() + "-stdin and give it on standard input.");
        }
        boolean second = declaration.parameters().stream()
                .anyMatch(p -> p.readsStandardInput() && arguments.containsKey(p.name()) && !p.equals(parameter));
        if (second) {
            throw CommandException.usage("Only one argument can come from standard input, so --" + name
                    + " cannot be used together with the other one.");
        }
        put(parameter, fromInput(parameter.secret() ? LONGEST_SECRET : LONGEST_RECORDS));
    }

    private String fromInput(int longest) {
        try {
            byte[] bytes = invocation.in().readNBytes(longest + 1);
            if (bytes.length > longest) {
                throw CommandException.usage(
                        "What comes on standard input is too long; " + longest + " bytes are the most.");
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.endsWith("\n")) {
                text = text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
            }
            if (text.isEmpty()) {
                throw CommandException.usage("Standard input is empty, but an argument is read from it."
                        + " Pipe it in: printf '%s' \"$SECRET\" | svc …");
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void placePlainWords() {
        List<Parameter> places = declaration.parameters().stream()
                .filter(Parameter::positional)
                .filter(p -> !arguments.containsKey(p.name()))
                .toList();
        int next = 0;
        for (String word : plain) {
            if (next >= places.size()) {
                throw CommandException.usage(
                        "The word \"" + word + "\" is one too many. Usage: " + Usage.line(declaration));
            }
            Parameter place = places.get(next);
            put(place, word);
            next += place.kind() == Kind.LIST ? 0 : 1;
        }
    }

    private void put(Parameter parameter, String text) {
        String name = parameter.name();
        switch (parameter.kind()) {
            case LIST -> {
                List<Object> list = new ArrayList<>(arguments.get(name) instanceof List<?> l ? l : List.of());
                list.add(text);
                arguments.put(name, list);
            }
            case MAP, VALUES -> {
                int equals = text.indexOf('=');
                if (equals < 1) {
                    throw CommandException.usage("--" + parameter.flag() + " takes KEY=VALUE.");
                }
                Map<Object, Object> map =
                        new LinkedHashMap<>(arguments.get(name) instanceof Map<?, ?> m ? m : Map.of());
                String value = text.substring(equals + 1);
                map.put(text.substring(0, equals), parameter.kind() == Kind.MAP ? value : ValueParser.of(value));
                arguments.put(name, map);
            }
            case TEXT, NUMBER, BOOLEAN, FILE, RECORDS -> {
                Object value = parameter.kind() == Kind.FILE
                        ? absolute(text)
                        : parameter.size() ? ValueParser.bytes(parameter, text) : text;
                if (arguments.put(name, value) != null) {
                    throw CommandException.usage("--" + parameter.flag() + " is given twice. Give it once.");
                }
            }
        }
    }

    /** Resolves a file against the working directory of the caller, not of the server. */
    private String absolute(String file) {
        try {
            return invocation.directory().resolve(file).normalize().toString();
        } catch (InvalidPathException e) {
            throw CommandException.usage("The file name contains a character that is not allowed.");
        }
    }

    private Optional<Parameter> named(String flag) {
        return declaration.parameters().stream()
                .filter(p -> p.flag().equals(flag))
                .findFirst();
    }

    private CommandException unknown(String flag) {
        List<String> known =
                declaration.parameters().stream().map(p -> "--" + p.flag()).toList();
        return new CommandException(
                ExitCodes.USAGE,
                new OperationException(
                        OperationException.Reason.INVALID,
                        "There is no --" + flag + " here" + SimilarWords.clause("--" + flag, known) + " Usage: "
                                + Usage.line(declaration),
                        List.of(new OperationException.FieldError(
                                flag.replace('-', '_'), "is unknown" + SimilarWords.clause("--" + flag, known)))));
    }
}
