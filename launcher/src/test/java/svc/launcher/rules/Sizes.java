package svc.launcher.rules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The lines of code of a class or method, without blank lines and comments.
 *
 * @param place the file, or the file, the line and the name of a method
 * @param method whether it is a method
 * @param lines its lines of code
 */
record Sizes(String place, boolean method, int lines) {

    /** A larger class is reported. */
    static final int CLASS = 200;
    /** A larger class needs a reason. */
    static final int CLASS_LIMIT = 350;
    /** A larger method is reported. */
    static final int METHOD = 30;

    /** Measures files and their methods. */
    static List<Sizes> of(Repository repository, List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Sizes> sizes = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                Path file = Path.of(unit.getSourceFile().toUri());
                List<String> lines = Files.readAllLines(file);
                String name = repository.name(file);
                sizes.add(new Sizes(name, false, code(lines)));
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree tree, Void none) {
                        LineMap map = unit.getLineMap();
                        long end = positions.getEndPosition(unit, tree);
                        if (tree.getBody() != null && end >= 0) {
                            int from = (int) map.getLineNumber(positions.getStartPosition(unit, tree.getBody()));
                            int to = (int) map.getLineNumber(end);
                            sizes.add(new Sizes(
                                    name + ":" + from + " " + tree.getName(), true, code(lines.subList(from - 1, to))));
                        }
                        return super.visitMethod(tree, null);
                    }
                }.scan(unit, null);
            }
        }
        return sizes;
    }

    /**
     * Returns the number of lines that are neither blank nor a comment. In formatted code, comments are on lines of
     * their own.
     */
    static int code(List<String> lines) {
        int count = 0;
        boolean comment = false;
        for (String line : lines) {
            String text = line.strip();
            comment |= text.startsWith("/*");
            if (!comment && !text.isEmpty() && !text.startsWith("//")) {
                count++;
            }
            comment &= !text.endsWith("*/");
        }
        return count;
    }

    /** Returns whether it is reported. */
    boolean large() {
        return lines > (method ? METHOD : CLASS);
    }

    /**
     * Returns the violations.
     *
     * @param allowed lines of {@code path reason}
     */
    static List<String> violations(List<Sizes> sizes, List<String> allowed) {
        List<String> entries = allowed.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        List<String> paths =
                entries.stream().map(line -> line.split("\\s+", 2)[0]).toList();
        List<String> tooLarge = sizes.stream()
                .filter(size -> !size.method() && size.lines() > CLASS_LIMIT)
                .map(Sizes::place)
                .toList();
        return Stream.of(
                        tooLarge.stream()
                                .filter(file -> !paths.contains(file))
                                .map(
                                        file -> file + ": more than " + CLASS_LIMIT
                                                + " lines of code; find the second idea in it, or give the reason in large-files.txt"),
                        paths.stream()
                                .filter(path -> !tooLarge.contains(path))
                                .map(path -> path + ": is not that large any more; take it out of large-files.txt"),
                        entries.stream()
                                .filter(line -> line.split("\\s+", 2).length < 2)
                                .map(line -> line + ": stands in large-files.txt without a reason"))
                .flatMap(lines -> lines)
                .toList();
    }
}
