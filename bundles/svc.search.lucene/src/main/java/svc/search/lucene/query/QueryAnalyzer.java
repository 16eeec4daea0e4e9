package svc.search.lucene.query;

import java.util.ArrayList;
import java.util.List;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.search.lucene.analysis.IndexFields;
import svc.search.lucene.analysis.MailAddress;
import svc.search.lucene.analysis.Token;
import svc.search.lucene.analysis.Tokenizer;
import svc.search.lucene.analysis.WordFolding;

/** Analyzes a query with the tokenizer of the indexed texts. */
public final class QueryAnalyzer {

    /** Maximum number of parts of a query, to bound its cost. */
    private static final int MOST = 200;

    private final IndexFields fields;
    private int parts;

    private QueryAnalyzer(IndexFields fields) {
        this.fields = fields;
    }

    public static AnalyzedQuery read(IndexFields fields, SearchQuery query) {
        return new QueryAnalyzer(fields).read(query);
    }

    private AnalyzedQuery read(SearchQuery query) {
        if (++parts > MOST) {
            throw new IllegalArgumentException("A search can have " + MOST + " parts at most");
        }
        if (query instanceof SearchQuery.Word word) {
            return run(word.field(), word.text(), false);
        } else if (query instanceof SearchQuery.Phrase phrase) {
            return run(phrase.field(), phrase.text(), false);
        } else if (query instanceof SearchQuery.Prefix beginning) {
            return run(beginning.field(), beginning.text(), true);
        } else if (query instanceof SearchQuery.Exists present) {
            fields.kind(present.field());
            return new AnalyzedQuery.Term(present.field() + IndexFields.NAMES, IndexFields.name(present.name()));
        } else if (query instanceof SearchQuery.And and) {
            return every(and.queries());
        } else if (query instanceof SearchQuery.Or or) {
            return new AnalyzedQuery.Or(or.queries().stream().map(this::read).toList());
        } else if (query instanceof SearchQuery.Not not) {
            return new AnalyzedQuery.Not(read(not.query()));
        }
        throw new IllegalArgumentException("Unknown query " + query);
    }

    private AnalyzedQuery every(List<SearchQuery> queries) {
        List<AnalyzedQuery> all = queries.stream()
                .map(this::read)
                .filter(part -> !(part instanceof AnalyzedQuery.MatchAll))
                .toList();
        return all.isEmpty() ? new AnalyzedQuery.MatchAll() : all.size() == 1 ? all.get(0) : new AnalyzedQuery.And(all);
    }

    private AnalyzedQuery run(FieldRef field, String text, boolean beginning) {
        String prefix = fields.prefix(field.field(), field.name());
        List<Token> tokens = Tokenizer.of(text);
        if (tokens.isEmpty()) {
            return new AnalyzedQuery.MatchAll();
        }
        String address = address(text, tokens);
        if (!address.isEmpty()) {
            return run(field, List.of(new AnalyzedQuery.PhraseTerm(prefix + address, 0)), beginning);
        }
        Token last = tokens.get(tokens.size() - 1);
        return run(field, steps(prefix, tokens), beginning && !last.isIdeographic() && last.end() == text.length());
    }

    private AnalyzedQuery run(FieldRef field, List<AnalyzedQuery.PhraseTerm> steps, boolean beginning) {
        if (steps.size() > MOST) {
            throw new IllegalArgumentException("A phrase can have " + MOST + " words at most");
        }
        return new AnalyzedQuery.Phrase(fields.of(field), steps, beginning);
    }

    /** Returns the address, or {@code @} and a domain, if the text contains nothing else; otherwise empty. */
    private static String address(String text, List<Token> tokens) {
        int start = tokens.get(0).start();
        int end = tokens.get(tokens.size() - 1).end();
        List<MailAddress> found = MailAddress.in(text);
        if (found.size() == 1 && found.get(0).start() == start && found.get(0).end() == end) {
            return found.get(0).whole(text);
        }
        boolean domain = start > 0 && text.charAt(start - 1) == '@' && MailAddress.domainEnd(text, start - 1) == end;
        return domain && found.isEmpty() ? '@' + WordFolding.fold(text, start, end) : "";
    }

    /**
     * Returns the terms of a phrase. In scripts without spaces, adjacent characters are searched as pairs, and a single
     * character is searched alone.
     */
    private static List<AnalyzedQuery.PhraseTerm> steps(String prefix, List<Token> tokens) {
        List<AnalyzedQuery.PhraseTerm> steps = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean paired = i + 1 < tokens.size() && pair(token, tokens.get(i + 1));
            if (paired) {
                steps.add(new AnalyzedQuery.PhraseTerm(
                        prefix + token.term() + tokens.get(i + 1).term(), i));
            } else if (i == 0 || !pair(tokens.get(i - 1), token)) {
                steps.add(new AnalyzedQuery.PhraseTerm(prefix + token.term(), i));
            }
        }
        return steps;
    }

    private static boolean pair(Token one, Token next) {
        return one.isIdeographic() && next.isIdeographic() && next.joined();
    }
}
