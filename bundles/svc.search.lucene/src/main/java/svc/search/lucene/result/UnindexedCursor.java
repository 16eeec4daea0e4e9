package svc.search.lucene;

import java.util.List;

/** Walks through those that match of what is not in the index. */
final class FreshCursor implements Cursor {

    private final List<FreshText> texts;
    private int at = -1;

    FreshCursor(List<FreshText> texts) {
        this.texts = texts;
    }

    @Override
    public boolean next() {
        return ++at < texts.size();
    }

    @Override
    public long n() {
        return texts.get(at).n();
    }

    @Override
    public long order() {
        return texts.get(at).order();
    }
}
