package svc.proto.imap.reading;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.command.SearchKey;
import svc.proto.imap.command.SearchKey.DateField;
import svc.proto.imap.command.SearchKey.DateOrder;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.command.SearchProgram;
import svc.proto.imap.grammar.Dates;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.grammar.SyntaxException;
import svc.proto.imap.name.MessageFlags;

/** Parses the options and criteria of SEARCH, SORT and THREAD (RFC 9051 §6.4.4 and its extensions). Not thread-safe. */
final class SearchParser {

    /** The maximum nesting of keys. */
    static final int DEEPEST = 32;

    private static final int LONGEST_CHARSET = 64;

    private final Input in;
    private final Arguments arguments;
    private @Nullable Charset charset = StandardCharsets.UTF_8;
    private @Nullable PartialRange partial;
    private OptionalInt relevancy = OptionalInt.empty();
    private boolean fuzzy;

    SearchParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    /** Reads RETURN, if it is there, and the space behind it. */
    SearchOptions options() throws SyntaxException {
        if (!in.skipWord("RETURN")) {
            return SearchOptions.NONE;
        }
        in.space();
        int column = in.column();
        Set<SearchResult> results = EnumSet.noneOf(SearchResult.class);
        arguments.list(true, () -> {
            if (in.skipWord("PARTIAL")) {
                in.space();
                partial = PartialRanges.read(in);
            } else {
                int option = in.column();
                SearchResult result = arguments.constant(SearchResult.class, "a result option");
                results.add(result);
                if (result == SearchResult.RELEVANCY) {
                    requireFuzzy(option);
                }
            }
        });
        if (partial != null && results.contains(SearchResult.ALL)) {
            throw new SyntaxException("expected either ALL or PARTIAL", column);
        }
        if (partial == null && results.isEmpty()) {
            results.add(SearchResult.ALL);
        }
        in.space();
        return new SearchOptions(true, results, Optional.ofNullable(partial));
    }

    /** Requires FUZZY in the criteria, because RELEVANCY is at a column (RFC 6203 §4). */
    void requireFuzzy(int column) {
        relevancy = OptionalInt.of(column);
    }

    /** Reads the criteria of SEARCH. */
    SearchProgram program() throws SyntaxException {
        Optional<String> name = Optional.empty();
        if (in.skipWord("CHARSET")) {
            name = Optional.of(arguments.nextText("a charset"));
            in.space();
        }
        return program(name);
    }

    /** Reads the criteria of SORT and THREAD, which begin with a charset. */
    SearchProgram programWithCharset() throws SyntaxException {
        Optional<String> name = Optional.of(in.text("a charset"));
        in.space();
        return program(name);
    }

    private SearchProgram program(Optional<String> name) throws SyntaxException {
        name.ifPresent(text -> charset = charset(text));
        List<SearchKey> keys = new ArrayList<>();
        do {
            keys.add(key(0));
        } while (in.skip(' '));
        if (relevancy.isPresent() && !fuzzy) {
            throw new SyntaxException("expected RELEVANCY only together with a search key FUZZY", relevancy.getAsInt());
        }
        return new SearchProgram(name, charset != null, keys);
    }

    private static @Nullable Charset charset(String name) {
        if (name.equalsIgnoreCase("US-ASCII")) {
            return StandardCharsets.UTF_8;
        }
        try {
            return name.length() <= LONGEST_CHARSET && Charset.isSupported(name) ? Charset.forName(name) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private String nextText() throws SyntaxException {
        in.space();
        Charset known = charset;
        if (known == null) {
            // The command is answered with BADCHARSET, whatever the text is.
            in.astring("a text");
            return "";
        }
        if (known.equals(StandardCharsets.UTF_8)) {
            return in.text("a text");
        }
        int column = in.column();
        String text = new String(in.astring("a text"), known);
        Input.checkText(text, "a text", column);
        return text;
    }

    private SearchKey key(int depth) throws SyntaxException {
        if (depth > DEEPEST) {
            throw in.expected("at most " + DEEPEST + " levels of search keys");
        }
        int next = in.peek();
        if (next == '(') {
            List<SearchKey> keys = new ArrayList<>();
            arguments.list(false, () -> keys.add(key(depth + 1)));
            return keys.size() == 1 ? keys.get(0) : new SearchKey.And(keys);
        }
        if (next == '*' || next == '$' || in.isDigit()) {
            return new SearchKey.Numbers(SequenceSet.read(in));
        }
        int column = in.column();
        String word = in.word("a search key");
        return switch (word) {
            case "NOT" -> new SearchKey.Not(nextKey(depth));
            case "OR" -> new SearchKey.Or(nextKey(depth), nextKey(depth));
            case "FUZZY" -> {
                fuzzy = true;
                yield new SearchKey.Fuzzy(nextKey(depth));
            }
            default -> plain(word, column);
        };
    }

    private SearchKey nextKey(int depth) throws SyntaxException {
        in.space();
        return key(depth + 1);
    }

    private SearchKey plain(String word, int column) throws SyntaxException {
        return switch (word) {
            case "ALL" -> new SearchKey.All();
            case "ANSWERED", "DRAFT", "FLAGGED", "SEEN" -> new SearchKey.Keyword(systemKeyword(word), true);
            case "UNANSWERED", "UNDRAFT", "UNFLAGGED", "UNSEEN" ->
                new SearchKey.Keyword(systemKeyword(word.substring(2)), false);
            case "DELETED" -> new SearchKey.Deleted(true);
            case "UNDELETED" -> new SearchKey.Deleted(false);
            case "RECENT" -> new SearchKey.Recent(true);
            case "OLD" -> new SearchKey.Recent(false);
            case "NEW" -> new SearchKey.And(List.of(new SearchKey.Recent(true), new SearchKey.Keyword("$seen", false)));
            case "KEYWORD" -> new SearchKey.Keyword(nextKeyword(), true);
            case "UNKEYWORD" -> new SearchKey.Keyword(nextKeyword(), false);
            case "BCC", "CC", "FROM", "SUBJECT", "TO" ->
                new SearchKey.Header(word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT), nextText());
            case "HEADER" -> new SearchKey.Header(arguments.nextText("the name of a header field"), nextText());
            case "BODY" -> new SearchKey.Body(nextText());
            case "TEXT" -> new SearchKey.Text(nextText());
            case "UID" -> new SearchKey.Uids(nextSet());
            default -> value(word, column);
        };
    }

    private SearchKey value(String word, int column) throws SyntaxException {
        return switch (word) {
            case "BEFORE" -> date(DateField.INTERNAL, DateOrder.BEFORE);
            case "ON" -> date(DateField.INTERNAL, DateOrder.ON);
            case "SINCE" -> date(DateField.INTERNAL, DateOrder.SINCE);
            case "SENTBEFORE" -> date(DateField.SENT, DateOrder.BEFORE);
            case "SENTON" -> date(DateField.SENT, DateOrder.ON);
            case "SENTSINCE" -> date(DateField.SENT, DateOrder.SINCE);
            case "SAVEDBEFORE" -> date(DateField.SAVED, DateOrder.BEFORE);
            case "SAVEDON" -> date(DateField.SAVED, DateOrder.ON);
            case "SAVEDSINCE" -> date(DateField.SAVED, DateOrder.SINCE);
            case "SAVEDATESUPPORTED" -> new SearchKey.SaveDateSupported();
            case "OLDER", "YOUNGER" -> {
                in.space();
                yield new SearchKey.Age(word.equals("OLDER"), in.positive("a number of seconds"));
            }
            case "LARGER", "SMALLER" -> {
                in.space();
                yield new SearchKey.Size(word.equals("LARGER"), in.number("a size", Long.MAX_VALUE));
            }
            case "MODSEQ" -> modSeq();
            case "EMAILID" -> new SearchKey.EmailId(nextId());
            case "THREADID" -> new SearchKey.ThreadId(nextId());
            default -> throw new SyntaxException("expected a search key, not " + word, column);
        };
    }

    private static String systemKeyword(String word) {
        return "$" + word.toLowerCase(Locale.ROOT);
    }

    private String nextKeyword() throws SyntaxException {
        in.space();
        int column = in.column();
        String keyword = in.atom("a keyword").toLowerCase(Locale.ROOT);
        if (!MessageFlags.isKeyword(keyword)) {
            throw new SyntaxException("expected a keyword", column);
        }
        return keyword;
    }

    private SequenceSet nextSet() throws SyntaxException {
        in.space();
        return SequenceSet.read(in);
    }

    private String nextId() throws SyntaxException {
        in.space();
        return in.atom("an id");
    }

    private SearchKey date(DateField field, DateOrder order) throws SyntaxException {
        in.space();
        LocalDate day = Dates.date(in);
        return new SearchKey.Date(field, order, day);
    }

    /** Reads MODSEQ. The server has one mod-sequence value for all metadata of a message, so the entry has no effect. */
    private SearchKey modSeq() throws SyntaxException {
        in.space();
        if (in.isString()) {
            in.string("the name of an entry");
            in.space();
            int column = in.column();
            if (!Set.of("PRIV", "SHARED", "ALL").contains(in.word("PRIV, SHARED or ALL"))) {
                throw new SyntaxException("expected PRIV, SHARED or ALL", column);
            }
            in.space();
        }
        return new SearchKey.ModSeq(in.modSeq());
    }
}
