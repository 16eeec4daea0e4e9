package svc.launcher.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the public API of a built bundle from its classes and its manifest. */
final class ApiReader {

    private static final Pattern EXPORT = Pattern.compile("version=\"([^\"]+)\"");

    private ApiReader() {}

    /** Returns the public and protected signatures in the exported packages of the jar in a folder. */
    static Api read(Path folder) {
        Path jar = BundleJar.jarOf(folder);
        SortedMap<String, String> versions = new TreeMap<>();
        BundleJar.of(folder).exports().forEach((name, attributes) -> {
            Matcher matcher = EXPORT.matcher(attributes);
            versions.put(name, matcher.find() ? matcher.group(1) : "0.0.0");
        });
        SortedMap<String, List<String>> types = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ApiReader.class.getClassLoader())) {
            for (JarEntry entry : file.stream().toList()) {
                if (entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class")) {
                    String name = entry.getName().replace('/', '.').replaceAll("\\.class$", "");
                    Class<?> type = Class.forName(name, false, loader);
                    if (isPublic(type) && versions.containsKey(Api.packageOf(name))) {
                        byte[] bytes = file.getInputStream(entry).readAllBytes();
                        types.put(name, lines(type, new String(bytes, StandardCharsets.ISO_8859_1)));
                    }
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(jar + " cannot be read", e));
        }
        return new Api(versions, types);
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return !type.isAnonymousClass()
                && !type.isLocalClass()
                && isOpen(type.getModifiers())
                && (outer == null || isPublic(outer));
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Returns the lines of a type: its declaration, then its members, sorted. */
    static List<String> lines(Class<?> type, String bytes) {
        List<String> result = new ArrayList<>();
        result.add(ApiText.head(type) + role(bytes));
        Stream<String> members = Stream.of(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(ApiReader::counts)
                                .map(ApiReader::field),
                        Arrays.stream(type.getDeclaredConstructors())
                                .filter(ApiReader::counts)
                                .map(ApiReader::constructor),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(ApiReader::counts)
                                .filter(method -> !inherited(method))
                                .map(ApiReader::method))
                .flatMap(lines -> lines);
        result.addAll(members.sorted().toList());
        return result;
    }

    /**
     * Returns who implements a type, which determines the breaking changes. The two annotations are only in the class
     * file, as a descriptor.
     */
    private static String role(String bytes) {
        return Map.of("ConsumerType", " @ConsumerType", "ProviderType", " @ProviderType").entrySet().stream()
                .filter(role -> bytes.contains("Lorg/osgi/annotation/versioning/" + role.getKey() + ";"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static boolean counts(Member member) {
        return isOpen(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean inherited(Method method) {
        Class<?> type = method.getDeclaringClass();
        return switch (method.getName()) {
            case "toString", "hashCode" -> method.getParameterCount() == 0;
            case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
            case "values", "valueOf" -> type.isEnum();
            default -> false;
        };
    }

    private static String field(Field field) {
        String line = ApiText.modifiers(field.getModifiers(), Modifier.fieldModifiers())
                + ApiText.type(field.getAnnotatedType())
                + " "
                + field.getName();
        boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
        if (constant && (field.getType().isPrimitive() || field.getType() == String.class)) {
            try {
                // A constant is copied into the classes that use it: its value is part of the API.
                line += " = " + ApiText.value(field.get(null));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(line, e);
            }
        }
        return line;
    }

    private static String constructor(Constructor<?> constructor) {
        return ApiText.modifiers(constructor.getModifiers(), Modifier.constructorModifiers()) + "new"
                + tail(constructor);
    }

    private static String method(Method method) {
        String standard = method.getDefaultValue() == null ? "" : " default " + ApiText.value(method.getDefaultValue());
        return ApiText.modifiers(method.getModifiers(), Modifier.methodModifiers())
                + (method.isDefault() ? "default " : "")
                + ApiText.variables(method.getTypeParameters())
                + ApiText.type(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + tail(method)
                + standard;
    }

    private static String tail(Executable executable) {
        String thrown = ApiText.types(executable.getAnnotatedExceptionTypes());
        return "(" + ApiText.types(executable.getAnnotatedParameterTypes()) + ")"
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }
}
