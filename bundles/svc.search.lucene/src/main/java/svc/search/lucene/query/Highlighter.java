package svc.search.lucene;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.search.SearchIndex.Mark;

/** Finds the places in a text that a query looks for. */
final class Marking {

    private final String field;
    private final List<Piece> pieces;
    private final List<MailAddress> addresses;
    private final String text;
    private final Map<String, List<Integer>> places = new HashMap<>();
    private final List<Mark> marks = new ArrayList<>();

    Marking(String field, String text) {
        this.field = field;
        this.text = text;
        this.pieces = Pieces.of(text);
        this.addresses = MailAddress.in(text);
        for (int i = 0; i < pieces.size(); i++) {
            places.computeIfAbsent(pieces.get(i).term(), term -> new ArrayList<>(1))
                    .add(i);
        }
    }

    List<Mark> of(Wanted wanted) {
        look(wanted);
        marks.sort(Comparator.comparingInt(Mark::start)
                .thenComparing(Comparator.comparingInt(Mark::end).reversed()));
        List<Mark> apart = new ArrayList<>();
        int end = 0;
        for (Mark mark : marks) {
            if (mark.start() >= end) {
                apart.add(mark);
                end = mark.end();
            }
        }
        return apart;
    }

    private void look(Wanted wanted) {
        if (wanted instanceof Wanted.Run run
                && (run.fields().contains(field) || run.fields().contains(Fields.LINES))) {
            if (run.terms().get(0).term().indexOf('@') >= 0) {
                address(run);
            } else {
                run(run);
            }
        } else if (wanted instanceof Wanted.Every every) {
            every.parts().forEach(this::look);
        } else if (wanted instanceof Wanted.Any any) {
            any.parts().forEach(this::look);
        }
    }

    private void address(Wanted.Run run) {
        String term = run.terms().get(0).term();
        for (MailAddress address : addresses) {
            String whole = address.whole(text);
            boolean found =
                    term.charAt(0) == '@' ? domain(whole, term, run.beginning()) : is(whole, term, run.beginning());
            if (found) {
                marks.add(new Mark(address.start(), address.end()));
            }
        }
    }

    private static boolean domain(String address, String term, boolean beginning) {
        int at = address.indexOf('@');
        while (at >= 0) {
            if (is('@' + address.substring(at + 1), term, beginning)) {
                return true;
            }
            at = address.indexOf('.', at + 1);
        }
        return false;
    }

    private static boolean is(String found, String term, boolean beginning) {
        return beginning ? found.startsWith(term) : found.equals(term);
    }

    private void run(Wanted.Run run) {
        Wanted.Step first = run.terms().get(0);
        for (int from : starts(first, run.beginning() && run.terms().size() == 1)) {
            int end = end(run, from);
            if (end > 0) {
                marks.add(new Mark(pieces.get(from).start(), end));
            }
        }
    }

    private Iterable<Integer> starts(Wanted.Step first, boolean beginning) {
        if (!beginning && places.containsKey(first.term())) {
            return places.get(first.term());
        }
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            if (is(i, first.term(), beginning) >= 0) {
                starts.add(i);
            }
        }
        return starts;
    }

    /** Where a run that begins at a piece ends; -1 when there is none. */
    private int end(Wanted.Run run, int from) {
        int end = -1;
        for (Wanted.Step step : run.terms()) {
            end = is(from + step.at(), step.term(), run.beginning() && step.equals(run.last()));
            if (end < 0) {
                return -1;
            }
        }
        return end;
    }

    /** Where a term ends that begins with a piece; -1 when it is another. */
    private int is(int i, String term, boolean beginning) {
        if (i >= pieces.size()) {
            return -1;
        }
        Piece piece = pieces.get(i);
        if (beginning ? piece.term().startsWith(term) : piece.term().equals(term)) {
            return piece.end();
        }
        if (i + 1 < pieces.size() && term.startsWith(piece.term())) {
            Piece next = pieces.get(i + 1);
            boolean pair = (piece.dense() && next.dense() && next.joined()) || next.kind() == Piece.Kind.TAIL;
            String both = pair ? Pieces.shortened(piece.term() + next.term()) : "";
            if (pair && (beginning ? both.startsWith(term) : both.equals(term))) {
                return next.end();
            }
        }
        return -1;
    }
}
