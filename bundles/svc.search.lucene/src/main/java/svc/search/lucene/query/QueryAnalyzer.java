package svc.search.lucene;

import java.util.ArrayList;
import java.util.List;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.Place;

/** Reads a query: parts its words as those of texts are parted. */
final class QueryReading {

    /** What has more parts is not a question of people. */
    private static final int MOST = 200;

    private final Fields fields;
    private int parts;

    private QueryReading(Fields fields) {
        this.fields = fields;
    }

    static Wanted read(Fields fields, SearchQuery query) {
        return new QueryReading(fields).read(query);
    }

    private Wanted read(SearchQuery query) {
        if (++parts > MOST) {
            throw new IllegalArgumentException("A search may have " + MOST + " parts at most");
        }
        if (query instanceof SearchQuery.Word word) {
            return run(word.place(), word.text(), false);
        } else if (query instanceof SearchQuery.Phrase phrase) {
            return run(phrase.place(), phrase.text(), false);
        } else if (query instanceof SearchQuery.Beginning beginning) {
            return run(beginning.place(), beginning.text(), true);
        } else if (query instanceof SearchQuery.Present present) {
            fields.kind(present.field());
            return new Wanted.Flag(present.field() + Fields.NAMES, Fields.name(present.name()));
        } else if (query instanceof SearchQuery.And and) {
            return every(and.queries());
        } else if (query instanceof SearchQuery.Or or) {
            return new Wanted.Any(or.queries().stream().map(this::read).toList());
        } else if (query instanceof SearchQuery.Not not) {
            return new Wanted.None(read(not.query()));
        }
        throw new IllegalArgumentException("Unknown query " + query);
    }

    private Wanted every(List<SearchQuery> queries) {
        List<Wanted> all = queries.stream()
                .map(this::read)
                .filter(part -> !(part instanceof Wanted.All))
                .toList();
        return all.isEmpty() ? new Wanted.All() : all.size() == 1 ? all.get(0) : new Wanted.Every(all);
    }

    private Wanted run(Place place, String text, boolean beginning) {
        String prefix = fields.prefix(place.field(), place.name());
        List<Piece> pieces = Pieces.of(text);
        if (pieces.isEmpty()) {
            return new Wanted.All();
        }
        String address = address(text, pieces);
        if (!address.isEmpty()) {
            return run(place, List.of(new Wanted.Step(prefix + address, 0)), beginning);
        }
        Piece last = pieces.get(pieces.size() - 1);
        return run(place, steps(prefix, pieces), beginning && !last.dense() && last.end() == text.length());
    }

    private Wanted run(Place place, List<Wanted.Step> steps, boolean beginning) {
        if (steps.size() > MOST) {
            throw new IllegalArgumentException("A phrase may have " + MOST + " words at most");
        }
        return new Wanted.Run(fields.of(place), steps, beginning);
    }

    /** The whole address, or {@code @} and a domain, where the text is nothing else; else empty. */
    private static String address(String text, List<Piece> pieces) {
        int start = pieces.get(0).start();
        int end = pieces.get(pieces.size() - 1).end();
        List<MailAddress> found = MailAddress.in(text);
        if (found.size() == 1 && found.get(0).start() == start && found.get(0).end() == end) {
            return found.get(0).whole(text);
        }
        boolean domain = start > 0 && text.charAt(start - 1) == '@' && MailAddress.domainEnd(text, start - 1) == end;
        return domain && found.isEmpty() ? '@' + Folding.fold(text, start, end) : "";
    }

    /** Letters that stand together are found by their pairs; one that stands alone, by itself. */
    private static List<Wanted.Step> steps(String prefix, List<Piece> pieces) {
        List<Wanted.Step> steps = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            boolean paired = i + 1 < pieces.size() && pair(piece, pieces.get(i + 1));
            if (paired) {
                steps.add(new Wanted.Step(
                        prefix + piece.term() + pieces.get(i + 1).term(), i));
            } else if (i == 0 || !pair(pieces.get(i - 1), piece)) {
                steps.add(new Wanted.Step(prefix + piece.term(), i));
            }
        }
        return steps;
    }

    private static boolean pair(Piece one, Piece next) {
        return one.dense() && next.dense() && next.joined();
    }
}
