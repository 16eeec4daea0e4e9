package svc.push;

import java.util.Optional;
import svc.api.push.EventFeed.Telling;

/** Tells the states of types as they change (RFC 8620 §7.1). */
final class StateTelling implements Telling {

    private final Feed feed;
    private final EventText text;

    StateTelling(Feed feed, EventText text) {
        this.feed = feed;
        this.text = text;
    }

    @Override
    public byte[] begin() {
        return feed.told().map(EventText::begin).orElseGet(EventText::comment);
    }

    @Override
    public Optional<byte[]> next() {
        return feed.next().map(text::state);
    }

    @Override
    public void close() {
        feed.rest();
    }
}
