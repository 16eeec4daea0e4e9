package svc.search.lucene.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import svc.api.search.SearchDocument;
import svc.api.search.SearchField.Kind;

/** The terms of an object, by index field. */
public final class AnalyzedDocument {

    /** Number of leading letters of a word that are indexed as prefix terms. */
    public static final int FIRST_LETTERS = 3;

    private final long n;
    private final long order;
    private final Map<String, TermPositions> places = new LinkedHashMap<>();
    private final Map<String, Set<String>> flags = new HashMap<>();

    public AnalyzedDocument(IndexFields fields, SearchDocument document) {
        this.n = document.n();
        this.order = document.order();
        for (SearchDocument.Text text : document.texts()) {
            Kind kind = fields.kind(text.field());
            String prefix = fields.prefix(text.field(), text.name());
            place(text.field()).add(prefix, text.text());
            if (kind == Kind.LINE) {
                place(IndexFields.LINES).add("", text.text());
            } else if (kind == Kind.NAMED) {
                flag(text.field() + IndexFields.NAMES, IndexFields.name(text.name()));
            }
        }
        places.forEach((field, terms) -> {
            if (field.equals(IndexFields.LINES) || fields.kind(field) != Kind.NAMED) {
                beginnings(field + IndexFields.BEGINNINGS, terms);
            }
        });
    }

    private TermPositions place(String field) {
        return places.computeIfAbsent(field, name -> new TermPositions());
    }

    private void flag(String field, String term) {
        flags.computeIfAbsent(field, name -> new HashSet<>()).add(term);
    }

    private void beginnings(String field, TermPositions terms) {
        for (int i = 0; i < terms.size(); i++) {
            String term = terms.term(i);
            for (int length = 1; length <= Math.min(FIRST_LETTERS, term.length()); length++) {
                flag(field, term.substring(0, length));
            }
        }
    }

    public long n() {
        return n;
    }

    public long order() {
        return order;
    }

    /** Returns the number of terms. */
    public int size() {
        return places.values().stream().mapToInt(TermPositions::size).sum()
                + flags.values().stream().mapToInt(Set::size).sum();
    }

    public Map<String, TermPositions> places() {
        return places;
    }

    public Map<String, Set<String>> flags() {
        return flags;
    }
}
