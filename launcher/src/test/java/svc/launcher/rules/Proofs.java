package svc.launcher.rules;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds {@code @Covers} in parsed sources, in contract suites as well as in the tests of every module. A {@code
 * @Disabled} test proves nothing.
 */
final class Proofs extends TreeScanner<Void, Void> {

    private final Repository repository;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Deque<ClassTree> classes = new ArrayDeque<>();
    private final List<Proof> found = new ArrayList<>();

    private Proofs(Repository repository, CompilationUnitTree unit, SourcePositions positions) {
        this.repository = repository;
        this.unit = unit;
        this.positions = positions;
    }

    /** Returns all proofs in these files. */
    static List<Proof> in(Repository repository, List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<Proof> all = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                Proofs scanner = new Proofs(repository, unit, positions);
                scanner.scan(unit, null);
                all.addAll(scanner.found);
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        classes.addLast(tree);
        record(tree.getModifiers(), "");
        super.visitClass(tree, null);
        classes.removeLast();
        return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        record(tree.getModifiers(), "." + tree.getName());
        return super.visitMethod(tree, null);
    }

    private void record(ModifiersTree modifiers, String method) {
        boolean disabled =
                has(modifiers, "Disabled") || classes.stream().anyMatch(type -> has(type.getModifiers(), "Disabled"));
        boolean soak = has(modifiers, "Tag(\"soak\")")
                || classes.stream().anyMatch(type -> has(type.getModifiers(), "Tag(\"soak\")"));
        String name =
                classes.stream().map(type -> type.getSimpleName().toString()).collect(Collectors.joining("."));
        for (AnnotationTree annotation : modifiers.getAnnotations()) {
            if (simple(annotation).equals("Covers") && !disabled) {
                String part = word(annotation, "part");
                String open = word(annotation, "open");
                for (String id : argument(annotation, "value")) {
                    found.add(new Proof(id, name + method, part, open, soak, place(annotation)));
                }
            }
        }
    }

    private static boolean has(ModifiersTree modifiers, String wanted) {
        return modifiers.getAnnotations().stream().anyMatch(annotation -> {
            String text = annotation.toString().replaceAll("\\s|@|value *=|\\(\\)", "");
            return text.equals(wanted)
                    || text.endsWith("." + wanted)
                    || simple(annotation).equals(wanted);
        });
    }

    private static String simple(AnnotationTree annotation) {
        return annotation.getAnnotationType().toString().replaceAll(".*\\.", "");
    }

    private String word(AnnotationTree annotation, String name) {
        return argument(annotation, name).stream().findFirst().orElse("");
    }

    private List<String> argument(AnnotationTree annotation, String name) {
        for (ExpressionTree argument : annotation.getArguments()) {
            if (argument instanceof AssignmentTree assignment
                    && assignment.getVariable().toString().equals(name)) {
                return texts(assignment.getExpression());
            }
            if (!(argument instanceof AssignmentTree) && name.equals("value")) {
                return texts(argument);
            }
        }
        return List.of();
    }

    private List<String> texts(ExpressionTree tree) {
        if (tree instanceof NewArrayTree array) {
            return array.getInitializers().stream()
                    .flatMap(element -> texts(element).stream())
                    .toList();
        }
        if (tree instanceof BinaryTree sum) {
            return List.of(texts(sum.getLeftOperand()).get(0)
                    + texts(sum.getRightOperand()).get(0));
        }
        if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
            return List.of(text);
        }
        throw new IllegalStateException(place(tree) + ": @Covers takes plain texts, not " + tree);
    }

    private String place(ExpressionTree tree) {
        long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        return repository.name(Path.of(unit.getSourceFile().toUri())) + ":" + line;
    }
}
