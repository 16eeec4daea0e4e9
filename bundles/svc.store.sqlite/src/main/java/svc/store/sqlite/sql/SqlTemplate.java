package svc.store.sqlite.sql;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a bundle, parsed into pieces at its placeholders: the account, the arguments, a set of numbers, or a
 * row of values that can be repeated.
 */
final class SqlTemplate {

    private static final String ACCOUNT = ":account";
    private static final String ARGUMENT = "?";
    private static final String SET = "(??)";
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|:account\\b|\\(\\s*\\?\\?\\s*\\)|\\?|[()]|\\w+|[^'\"?:()\\w]+|.");
    private static final Pattern UNDOES_ALL = Pattern.compile("(?is).*\\bor\\s+rollback\\b.*");
    private static final Set<String> MARKS = Set.of(ACCOUNT, ARGUMENT, SET);

    private final String verb;
    private final Piece head;
    private final Piece row;
    private final Piece tail;
    private final boolean scoped;
    private final boolean set;
    private final boolean returning;

    /**
     * The statements by set size. The same string objects are reused, so that the cache finds their prepared
     * statements.
     */
    private final AtomicReferenceArray<String> sets = new AtomicReferenceArray<>(StatementChunks.SIZES);

    /** The statements by number of rows. */
    private final AtomicReferenceArray<String> repeated = new AtomicReferenceArray<>(StatementChunks.SIZES);

    /** The bundles that may run the statement in the scope of the system. */
    private final Set<TableOwner> allowed = ConcurrentHashMap.newKeySet();

    private SqlTemplate(String verb, Piece head, Piece row, Piece tail) {
        this.verb = verb;
        this.head = head;
        this.row = row;
        this.tail = tail;
        this.scoped = head.has(ACCOUNT) || row.has(ACCOUNT) || tail.has(ACCOUNT);
        this.set = head.has(SET) || row.has(SET) || tail.has(SET);
        this.returning = head.returns() || tail.returns();
    }

    /** A piece of a statement with its placeholders. */
    private record Piece(List<String> tokens, List<String> marks) {

        static Piece of(List<String> tokens) {
            return new Piece(
                    List.copyOf(tokens), tokens.stream().filter(MARKS::contains).toList());
        }

        boolean has(String mark) {
            return marks.contains(mark);
        }

        boolean returns() {
            return tokens.stream().anyMatch("returning"::equalsIgnoreCase);
        }

        void append(StringBuilder text, int size) {
            for (String token : tokens) {
                switch (token) {
                    case ACCOUNT -> text.append('?');
                    case SET ->
                        text.append('(').append(StatementChunks.marks(size)).append(')');
                    default -> text.append(token);
                }
            }
        }

        void bind(List<@Nullable Object> bound, long account, List<Long> set, Iterator<?> given) {
            for (String mark : marks) {
                switch (mark) {
                    case ACCOUNT -> bound.add(account);
                    case SET -> bound.addAll(set);
                    default -> {
                        if (!given.hasNext()) {
                            throw new IllegalArgumentException("The statement has more placeholders than arguments");
                        }
                        bound.add(given.next());
                    }
                }
            }
        }
    }

    static SqlTemplate read(String statement) {
        if (UNDOES_ALL.matcher(statement).matches()) {
            throw new IllegalArgumentException("A statement must not roll back the whole transaction: " + statement);
        }
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(statement.strip());
        while (matcher.find()) {
            String token = matcher.group();
            tokens.add(token.startsWith("(") && token.contains("??") ? SET : token);
        }
        String verb = tokens.isEmpty() ? "" : tokens.get(0).toLowerCase(Locale.ROOT);
        int[] row = "insert".equals(verb) ? row(tokens) : new int[] {tokens.size(), tokens.size()};
        return new SqlTemplate(
                verb,
                Piece.of(tokens.subList(0, row[0])),
                Piece.of(tokens.subList(row[0], row[1])),
                Piece.of(tokens.subList(row[1], tokens.size())));
    }

    /** Returns the first and the end index of the row of values after {@code values}. */
    private static int[] row(List<String> tokens) {
        int begin = tokens.size();
        int depth = 0;
        boolean values = false;
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            values |= depth == 0 && "values".equalsIgnoreCase(token);
            if ("(".equals(token)) {
                begin = values && depth == 0 ? i : begin;
                depth++;
            } else if (")".equals(token) && --depth == 0 && values) {
                return new int[] {begin, i + 1};
            }
        }
        return new int[] {tokens.size(), tokens.size()};
    }

    /** Returns the first word in lower case. */
    String verb() {
        return verb;
    }

    /** Returns whether the statement contains {@code :account}. */
    boolean scoped() {
        return scoped;
    }

    boolean set() {
        return set;
    }

    /** Returns whether the statement changes rows and returns them. */
    boolean returning() {
        return returning;
    }

    Set<TableOwner> allowed() {
        return allowed;
    }

    boolean repeatable() {
        return !row.tokens.isEmpty();
    }

    /**
     * Returns the statement with a set of {@code size} numbers or with {@code rows} rows. One of the two arguments is
     * 1, the other is a power of two.
     */
    String text(int size, int rows) {
        AtomicReferenceArray<String> known = rows == 1 ? sets : repeated;
        int place = Integer.numberOfTrailingZeros(rows == 1 ? size : rows);
        String text = known.get(place);
        if (text == null) {
            text = written(size, rows);
            known.set(place, text);
        }
        return text;
    }

    private String written(int size, int rows) {
        StringBuilder text = new StringBuilder();
        head.append(text, size);
        for (int i = 0; i < rows; i++) {
            text.append(i == 0 ? "" : ",");
            row.append(text, size);
        }
        tail.append(text, size);
        return text.toString();
    }

    /** Returns the arguments in the order of the placeholders of {@link #text}. Each row has arguments of its own. */
    List<@Nullable Object> bind(
            long account, List<Long> set, List<? extends List<? extends @Nullable Object>> rows, List<?> arguments) {
        List<@Nullable Object> bound = new ArrayList<>();
        Iterator<?> given = arguments.iterator();
        head.bind(bound, account, set, given);
        for (List<? extends @Nullable Object> values : rows) {
            Iterator<?> own = values.iterator();
            row.bind(bound, account, set, own);
            exhausted(own);
        }
        tail.bind(bound, account, set, given);
        exhausted(given);
        return bound;
    }

    private static void exhausted(Iterator<?> given) {
        if (given.hasNext()) {
            throw new IllegalArgumentException("The statement has fewer placeholders than arguments");
        }
    }
}
