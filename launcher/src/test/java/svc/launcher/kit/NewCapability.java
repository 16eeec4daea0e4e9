package svc.launcher.kit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes a project for a capability outside this tree, {@code make new-capability}: the sources of the compiled example under
 * another name, the template that lies beside them ({@code project/}), and a repository with the contract and the kit.
 */
final class NewCapability {

    private static final String EXAMPLE = "bundles/svc.example.todo";
    private static final String EXAMPLE_PACKAGE = "svc.example.todo";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,30}");
    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");
    private static final Pattern TOKEN = Pattern.compile("@([a-z][A-Za-z. -]*)@");

    private final Path root;
    private final String name;
    private final String packageName;

    /** A mistake of whoever asks, in words. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /**
     * Takes the names.
     *
     * @param root the working copy, built
     * @param name the name of the type in small letters
     * @param packageName the Java package; empty for {@code org.example.NAME}
     */
    NewCapability(Path root, String name, String packageName) throws Refused {
        if (!NAME.matcher(name).matches()) {
            throw new Refused("NAME is \"" + name + "\". Give a word in small letters, such as NAME=recipe.");
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
        Map<String, String> tokens = tokens();
        Path template = root.resolve(EXAMPLE).resolve("project");
        for (Path file : files(template)) {
            put(folder.resolve(template.relativize(file)), filled(Files.readString(file), tokens));
        }
        for (String part : List.of("src/main/java", "src/test/java")) {
            Path sources = root.resolve(EXAMPLE).resolve(part);
            for (Path file : files(sources)) {
                String path = renamed(sources.relativize(file).toString().replace('\\', '/'));
                put(folder.resolve(part).resolve(path), renamed(Files.readString(file)));
            }
        }
        new KitRepository(root).write(folder.resolve("repository"));
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

    /** {@code NAME DIR PACKAGE}, in the working copy. */
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
