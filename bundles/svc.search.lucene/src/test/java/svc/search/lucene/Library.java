package svc.search.lucene;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import svc.api.search.SearchDocument;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.store.Transaction;

/**
 * Generates random texts and queries with known matches. It knows the folded form of each word, so the expected results
 * need no tokenizer.
 */
final class Library {

    private static final List<String> FIELDS = List.of("from", "title", "text");
    private static final List<String> NAMES = List.of("x-one", "list-id", "received");

    /** The folded form of a word, followed by ways to write it. */
    private static final List<List<String>> WORDS = List.of(
            List.of("cafe", "cafe", "Café", "CAFÉ", "cafe\u0301"),
            List.of("strasse", "Straße", "STRASSE", "strasse"),
            List.of("istanbul", "İstanbul", "istanbul", "ISTANBUL"),
            List.of("еще", "ещё", "Еще", "ЕЩЁ"),
            List.of("мой", "мой", "МОЙ"),
            List.of("мои", "мои", "Мои"),
            List.of("λογος", "λόγος", "ΛΟΓΟΣ"),
            List.of("محمد", "مُحَمَّد", "محمد"),
            List.of("bus", "bus", "Bus"),
            List.of("buses", "buses", "BUSES"),
            List.of("2024", "2024", "２０２４", "٢٠٢٤"),
            List.of("20", "20"),
            List.of("b", "b", "B"),
            List.of("report", "report", "Report"),
            List.of("reports", "reports"),
            List.of("reporter", "reporter"),
            List.of("the", "the", "The", "THE"),
            List.of("हिन्दी", "हिन्दी"));

    private static final List<String> DENSE = List.of("東京都", "京都", "日本語", "ひらがな", "カタカナ", "한국어", "中", "日本");
    private static final List<String> PEOPLE = List.of("anna", "anna.meier", "meier", "bob+news", "b_b", "anna.m");
    private static final List<String> DOMAINS =
            List.of("example.org", "mail.example.org", "example.org.uk", "ample.org", "b.example");

    /** A unit of a text: its folded form and the way it is written. */
    private record Atom(Kind kind, String is, String written) {

        List<String> words() {
            return switch (kind) {
                case WORD -> List.of(is);
                case DENSE -> is.codePoints().mapToObj(Character::toString).toList();
                case ADDRESS -> List.of(is.split("[^a-z]+"));
            };
        }
    }

    private enum Kind {
        WORD,
        DENSE,
        ADDRESS
    }

    private record Line(String field, String name, List<Atom> atoms) {

        List<String> words() {
            return atoms.stream().flatMap(atom -> atom.words().stream()).toList();
        }
    }

    private record Book(long n, long order, List<Line> lines) {}

    /** Returns the sort value of a book. */
    long order(long n) {
        return Objects.requireNonNull(books.get(n)).order();
    }

    private final Random random;
    private final Map<Long, Book> books = new TreeMap<>();
    private final Set<Long> ever = new HashSet<>();
    private final Map<SearchQuery, Meaning> meanings = new HashMap<>();
    private int found;

    /** The expected meaning of a query. */
    @FunctionalInterface
    private interface Meaning {
        boolean holds(Book book);
    }

    Library(Random random) {
        this.random = random;
    }

    int found() {
        return found;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    void create(Transaction tx) {
        List<Line> lines = lines();
        long order = random.nextInt(50);
        long n = Notes.create(tx, order, texts(lines));
        books.put(n, new Book(n, order, lines));
        ever.add(n);
    }

    void destroySome(Transaction tx) {
        for (long n : List.copyOf(books.keySet())) {
            if (random.nextInt(20) == 0) {
                Notes.destroy(tx, n);
                books.remove(n);
            }
        }
    }

    void changeSome(Transaction tx) {
        for (Book book : List.copyOf(books.values())) {
            if (random.nextInt(20) == 0) {
                List<Line> lines = lines();
                tx.logUpdated(Notes.TYPE, book.n(), Notes.TEXT);
                tx.put(Notes.TYPE, book.n(), Notes.body(book.order(), texts(lines)));
                books.put(book.n(), new Book(book.n(), book.order(), lines));
            } else if (random.nextInt(20) == 0) {
                tx.logUpdated(Notes.TYPE, book.n(), Notes.OTHER);
            }
        }
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (String field : FIELDS) {
            int texts = random.nextInt(3);
            for (int i = 0; i < texts; i++) {
                lines.add(new Line(field, "", atoms()));
            }
        }
        if (random.nextBoolean()) {
            lines.add(new Line("header", any(NAMES), random.nextInt(4) == 0 ? List.of() : atoms()));
        }
        return lines;
    }

    private List<Atom> atoms() {
        List<Atom> atoms = new ArrayList<>();
        int size = 1 + random.nextInt(8);
        for (int i = 0; i < size; i++) {
            atoms.add(atom());
        }
        return atoms;
    }

    private Atom atom() {
        int kind = random.nextInt(10);
        if (kind == 0) {
            String address = any(PEOPLE) + "@" + any(DOMAINS);
            return new Atom(
                    Kind.ADDRESS, address, random.nextBoolean() ? address : address.toUpperCase(java.util.Locale.ROOT));
        } else if (kind < 3) {
            String word = any(DENSE);
            return new Atom(Kind.DENSE, word, word);
        }
        List<String> word = any(WORDS);
        return new Atom(Kind.WORD, word.get(0), word.get(1 + random.nextInt(word.size() - 1)));
    }

    private static List<SearchDocument.Text> texts(List<Line> lines) {
        List<SearchDocument.Text> texts = new ArrayList<>();
        for (Line line : lines) {
            StringBuilder text = new StringBuilder();
            line.atoms()
                    .forEach(atom -> text.append(text.length() % 3 == 0 ? "" : ",")
                            .append(' ')
                            .append(atom.written()));
            texts.add(new SearchDocument.Text(line.field(), line.name(), text.toString()));
        }
        return texts;
    }

    /** Returns a random query. */
    SearchQuery question() {
        return question(0);
    }

    private SearchQuery question(int depth) {
        int kind = random.nextInt(depth > 2 ? 6 : 10);
        if (kind < 6) {
            return simple(kind);
        }
        List<SearchQuery> parts = new ArrayList<>();
        int size = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            parts.add(question(depth + 1));
        }
        if (kind < 8) {
            return means(new SearchQuery.And(parts), book -> parts.stream().allMatch(part -> holds(part, book)));
        } else if (kind == 8) {
            return means(new SearchQuery.Or(parts), book -> parts.stream().anyMatch(part -> holds(part, book)));
        }
        SearchQuery part = parts.get(0);
        return means(new SearchQuery.Not(part), book -> !holds(part, book));
    }

    private SearchQuery simple(int kind) {
        FieldRef place = place();
        return switch (kind) {
            case 0 -> {
                Atom atom = atom();
                yield means(
                        new SearchQuery.Word(place, atom.written()),
                        book -> lines(book, place).stream().anyMatch(line -> word(line, atom)));
            }
            case 1 -> {
                List<String> words = List.of(any(WORDS).get(0), any(WORDS).get(0));
                yield means(
                        new SearchQuery.Phrase(place, String.join(" ", words)),
                        book -> lines(book, place).stream().anyMatch(line -> holds(line.words(), words)));
            }
            case 2 -> {
                String word = any(WORDS).get(0);
                String beginning = word.substring(0, 1 + random.nextInt(word.length()));
                boolean whole =
                        Character.getType(word.charAt(beginning.length() == word.length() ? 0 : beginning.length()))
                                != Character.NON_SPACING_MARK;
                String asked = whole ? beginning : word;
                yield means(
                        new SearchQuery.Prefix(place, asked),
                        book -> lines(book, place).stream()
                                .anyMatch(line -> line.words().stream().anyMatch(known -> known.startsWith(asked))));
            }
            case 3 -> {
                String name = any(NAMES);
                yield means(
                        new SearchQuery.Exists("header", name),
                        book -> book.lines().stream()
                                .anyMatch(line -> line.name().equals(name)));
            }
            case 4 -> {
                String domain = any(DOMAINS);
                yield means(
                        new SearchQuery.Word(place, "@" + domain),
                        book -> lines(book, place).stream()
                                .anyMatch(line -> line.atoms().stream().anyMatch(atom -> in(atom, domain))));
            }
            default -> {
                List<String> words = List.of(any(WORDS).get(0), any(WORDS).get(0));
                String last = words.get(1).substring(0, 1);
                yield means(
                        new SearchQuery.Prefix(place, words.get(0) + "-" + last),
                        book -> lines(book, place).stream()
                                .anyMatch(line -> follows(line.words(), words.get(0), last)));
            }
        };
    }

    private FieldRef place() {
        int kind = random.nextInt(6);
        return kind < 3 ? FieldRef.ANYWHERE : kind < 5 ? FieldRef.in(any(FIELDS)) : new FieldRef("header", any(NAMES));
    }

    private static List<Line> lines(Book book, FieldRef place) {
        return book.lines().stream()
                .filter(line -> place.field().isEmpty()
                        ? !line.field().equals("header")
                        : line.field().equals(place.field()))
                .filter(line -> line.name().equals(place.name()))
                .toList();
    }

    private static boolean word(Line line, Atom asked) {
        return switch (asked.kind()) {
            case WORD -> line.words().contains(asked.is());
            case DENSE ->
                line.atoms().stream()
                        .anyMatch(atom -> atom.kind() == Kind.DENSE && atom.is().contains(asked.is()));
            case ADDRESS ->
                line.atoms().stream()
                        .anyMatch(
                                atom -> atom.kind() == Kind.ADDRESS && atom.is().equals(asked.is()));
        };
    }

    private static boolean in(Atom atom, String domain) {
        String own = atom.is().substring(atom.is().indexOf('@') + 1);
        return atom.kind() == Kind.ADDRESS && (own.equals(domain) || own.endsWith("." + domain));
    }

    private static boolean holds(List<String> words, List<String> asked) {
        for (int i = 0; i + asked.size() <= words.size(); i++) {
            if (words.subList(i, i + asked.size()).equals(asked)) {
                return true;
            }
        }
        return false;
    }

    private static boolean follows(List<String> words, String first, String beginning) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(first) && words.get(i + 1).startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private SearchQuery means(SearchQuery query, Meaning meaning) {
        meanings.put(query, meaning);
        return query;
    }

    private boolean holds(SearchQuery query, Book book) {
        return java.util.Objects.requireNonNull(meanings.get(query)).holds(book);
    }

    /** Returns the expected results of a query in descending order. */
    long[] answer(SearchQuery query) {
        long[] answer = books.values().stream()
                .filter(book -> holds(query, book))
                .sorted(Comparator.comparingLong(Book::order)
                        .thenComparingLong(Book::n)
                        .reversed())
                .mapToLong(Book::n)
                .toArray();
        found += answer.length > 0 && answer.length < books.size() ? 1 : 0;
        return answer;
    }

    /** Returns some numbers of existing, destroyed and never created objects. */
    long[] someNumbers() {
        return ever.stream()
                .filter(n -> random.nextInt(3) == 0)
                .mapToLong(n -> n + random.nextInt(2))
                .distinct()
                .toArray();
    }
}
