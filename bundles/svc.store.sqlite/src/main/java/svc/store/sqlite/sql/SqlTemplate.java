package svc.store.sqlite;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a bundle, cut where the store fills something in: the account, the arguments, a set of numbers, or a row
 * to be repeated.
 */
final class SqlText {

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

    /** The statements by the size of the set: always the same strings, so that what is prepared of them is found at once. */
    private final AtomicReferenceArray<String> sets = new AtomicReferenceArray<>(Sets.SIZES);

    /** The same by the number of rows. */
    private final AtomicReferenceArray<String> repeated = new AtomicReferenceArray<>(Sets.SIZES);

    private SqlText(String verb, Piece head, Piece row, Piece tail) {
        this.verb = verb;
        this.head = head;
        this.row = row;
        this.tail = tail;
        this.scoped = head.has(ACCOUNT) || row.has(ACCOUNT) || tail.has(ACCOUNT);
        this.set = head.has(SET) || row.has(SET) || tail.has(SET);
    }

    /** A piece of a statement, with the places in it where something is filled in. */
    private record Piece(List<String> tokens, List<String> marks) {

        static Piece of(List<String> tokens) {
            return new Piece(
                    List.copyOf(tokens), tokens.stream().filter(MARKS::contains).toList());
        }

        boolean has(String mark) {
            return marks.contains(mark);
        }

        void append(StringBuilder text, int size) {
            for (String token : tokens) {
                switch (token) {
                    case ACCOUNT -> text.append('?');
                    case SET -> text.append('(').append(Sets.marks(size)).append(')');
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
                            throw new IllegalArgumentException("The statement has more marks than arguments");
                        }
                        bound.add(given.next());
                    }
                }
            }
        }
    }

    static SqlText read(String statement) {
        if (UNDOES_ALL.matcher(statement).matches()) {
            throw new IllegalArgumentException("A statement must not roll back what is not its own: " + statement);
        }
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(statement.strip());
        while (matcher.find()) {
            String token = matcher.group();
            tokens.add(token.startsWith("(") && token.contains("??") ? SET : token);
        }
        String verb = tokens.isEmpty() ? "" : tokens.get(0).toLowerCase(Locale.ROOT);
        int[] row = "insert".equals(verb) ? row(tokens) : new int[] {tokens.size(), tokens.size()};
        return new SqlText(
                verb,
                Piece.of(tokens.subList(0, row[0])),
                Piece.of(tokens.subList(row[0], row[1])),
                Piece.of(tokens.subList(row[1], tokens.size())));
    }

    /** Where the row after {@code values} begins and ends. */
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

    /** Its first word, in small letters. */
    String verb() {
        return verb;
    }

    /** Whether it says for which account it is. */
    boolean scoped() {
        return scoped;
    }

    boolean set() {
        return set;
    }

    boolean repeatable() {
        return !row.tokens.isEmpty();
    }

    /** The statement with a set of {@code size} numbers or its row written {@code rows} times: one of them is 1, the other a power of two. */
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

    /** The arguments in the order of the marks of {@link #text}; each row comes with arguments of its own. */
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
            throw new IllegalArgumentException("The statement has fewer marks than arguments");
        }
    }
}
