package svc.search.lucene;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import svc.api.search.SearchDocument;
import svc.api.search.SearchField.Kind;

/** The terms of an object, by the fields of the index. */
final class TextTerms {

    /** How many of the first letters of a word are a term of their own. */
    static final int FIRST_LETTERS = 3;

    private final long n;
    private final long order;
    private final Map<String, Terms> places = new LinkedHashMap<>();
    private final Map<String, Set<String>> flags = new HashMap<>();

    TextTerms(Fields fields, SearchDocument document) {
        this.n = document.n();
        this.order = document.order();
        for (SearchDocument.Text text : document.texts()) {
            Kind kind = fields.kind(text.field());
            String prefix = fields.prefix(text.field(), text.name());
            place(text.field()).add(prefix, text.text());
            if (kind == Kind.LINE) {
                place(Fields.LINES).add("", text.text());
            } else if (kind == Kind.NAMED) {
                flag(text.field() + Fields.NAMES, Fields.name(text.name()));
            }
        }
        places.forEach((field, terms) -> {
            if (field.equals(Fields.LINES) || fields.kind(field) != Kind.NAMED) {
                beginnings(field + Fields.BEGINNINGS, terms);
            }
        });
    }

    private Terms place(String field) {
        return places.computeIfAbsent(field, name -> new Terms());
    }

    private void flag(String field, String term) {
        flags.computeIfAbsent(field, name -> new HashSet<>()).add(term);
    }

    private void beginnings(String field, Terms terms) {
        for (int i = 0; i < terms.size(); i++) {
            String term = terms.term(i);
            for (int length = 1; length <= Math.min(FIRST_LETTERS, term.length()); length++) {
                flag(field, term.substring(0, length));
            }
        }
    }

    long n() {
        return n;
    }

    long order() {
        return order;
    }

    /** How many terms there are. */
    int size() {
        return places.values().stream().mapToInt(Terms::size).sum()
                + flags.values().stream().mapToInt(Set::size).sum();
    }

    Map<String, Terms> places() {
        return places;
    }

    Map<String, Set<String>> flags() {
        return flags;
    }
}
