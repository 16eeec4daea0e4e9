package svc.launcher.kit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * Creates a project for a capability outside this tree, {@code make new-capability}: the sources of the compiled
 * example under another name, its template ({@code project/}), and a repository with the API and the kit.
 */
final class NewCapability {

    private static final String EXAMPLE = "bundles/svc.example.todo";
    private static final String EXAMPLE_PACKAGE = "svc.example.todo";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,30}");

    /** Types that the sources of the example use by their simple name; the new type must not hide them. */
    private static final Set<String> WORDS = Set.of(
            "access",
            "activate",
            "archived",
            "arguments",
            "call",
            "capability",
            "client",
            "component",
            "covers",
            "edit",
            "filterable",
            "instant",
            "list",
            "map",
            "memoryengine",
            "methodhandler",
            "object",
            "objecttype",
            "override",
            "records",
            "reference",
            "serverset",
            "seterror",
            "store",
            "string",
            "subject",
            "test");

    /** The prefix of account ids. */
    private static final char ACCOUNTS = 'a';

    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");
    private static final Pattern TOKEN = Pattern.compile("@([a-z][A-Za-z. -]*)@");

    private final Path root;
    private final String name;
    private final String packageName;

    /** An invalid argument, with a message for the user. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /**
     * Checks the names.
     *
     * @param root the working copy, built
     * @param name the name of the type in lower case
     * @param packageName the Java package; empty for {@code org.example.NAME}
     */
    NewCapability(Path root, String name, String packageName) throws Refused {
        if (!NAME.matcher(name).matches()) {
            throw new Refused("NAME is \"" + name + "\". Give a word in small letters, such as NAME=recipe.");
        }
        if (SourceVersion.isKeyword(name) || WORDS.contains(name)) {
            throw new Refused("NAME is \"" + name + "\", which is a word of Java or of the contract."
                    + " Give another one, such as NAME=my" + name + ".");
        }
        this.root = root;
        this.name = name;
        this.packageName = packageName.isEmpty() ? "org.example." + name : packageName;
        if (!PACKAGE.matcher(this.packageName).matches() || this.packageName.startsWith("svc.")) {
            throw new Refused("PACKAGE is \"" + packageName
                    + "\". Give a Java package of your own, such as PACKAGE=org.example.recipe.");
        }
    }

    /** Writes the project. */
    void write(Path folder) throws IOException, Refused {
        refuseFull(folder);
        writeSources(folder);
        new KitRepository(root).write(folder.resolve("repository"));
    }

    /** Writes the project without the repository. */
    void writeSources(Path folder) throws IOException {
        Map<String, String> tokens = tokens();
        Path template = root.resolve(EXAMPLE).resolve("project");
        for (Path file : files(template)) {
            put(folder.resolve(template.relativize(file)), filled(Files.readString(file), tokens));
        }
        for (String part : List.of("src/main/java", "src/test/java")) {
            Path sources = root.resolve(EXAMPLE).resolve(part);
            for (Path file : files(sources)) {
                String path = renamed(sources.relativize(file).toString().replace('\\', '/'));
                put(folder.resolve(part).resolve(path), lettered(file, renamed(Files.readString(file))));
            }
        }
    }

    private static void refuseFull(Path folder) throws IOException, Refused {
        if (Files.exists(folder)) {
            try (Stream<Path> inside = Files.list(folder)) {
                if (inside.findAny().isPresent()) {
                    throw new Refused(folder + " is not empty. Give DIR=… a folder that is, or that does not exist.");
                }
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    private String type() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private String renamed(String text) {
        return text.replace(EXAMPLE_PACKAGE, packageName)
                .replace(EXAMPLE_PACKAGE.replace('.', '/'), packageName.replace('.', '/'))
                .replace("Todo", type())
                .replace("todo", name);
    }

    /**
     * Returns the prefix of the type's ids: the first letter of the name that is not the prefix of account ids, so that
     * they can be distinguished in logs.
     */
    static char letter(String name) {
        return (char) name.chars()
                .filter(letter -> letter >= 'a' && letter <= 'z' && letter != ACCOUNTS)
                .findFirst()
                .orElse('x');
    }

    /** Returns the class of the type with its prefix, if that is not the first letter of its name. */
    private String lettered(Path file, String source) {
        if (!file.endsWith("Todos.java") || letter(name) == name.charAt(0)) {
            return source;
        }
        int end = source.lastIndexOf('}');
        return source.substring(0, end)
                + "\n    /** Ids of accounts begin with the first letter of the name. */\n"
                + "    @Override\n    public char idPrefix() {\n        return '" + letter(name) + "';\n    }\n}\n";
    }

    private Map<String, String> tokens() throws IOException {
        Pom pom = Pom.read(root.resolve("pom.xml"));
        Map<String, String> tokens = new LinkedHashMap<>(pom.values());
        tokens.put("version", pom.version());
        tokens.put("name", name);
        tokens.put("type", type());
        tokens.put("package", packageName);
        tokens.put("repository", new KitRepository(root).id());
        return tokens;
    }

    private static String filled(String text, Map<String, String> tokens) {
        return TOKEN.matcher(text).replaceAll(match -> {
            String value = tokens.get(match.group(1));
            if (value == null) {
                throw new IllegalStateException("the template asks for " + match.group() + ", which nobody knows");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** Arguments: {@code NAME DIR PACKAGE}, in the working copy. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        try {
            Path folder = Path.of(arguments[1]).toAbsolutePath();
            if (arguments[1].isEmpty()) {
                throw new Refused(
                        "DIR is missing. Say where the project goes: make new-capability NAME=recipe DIR=/somewhere.");
            }
            new NewCapability(Path.of("").toAbsolutePath(), arguments[0], arguments[2]).write(folder);
            out.println("The project is in " + folder + ". Build it with mvn verify; its README.md says more.");
        } catch (Refused e) {
            out.println(e.getMessage());
            System.exit(2);
        }
    }
}
