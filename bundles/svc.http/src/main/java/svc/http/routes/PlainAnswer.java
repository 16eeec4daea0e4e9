package svc.http.routes;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** A request without {@code Accept-Encoding}, so that its response is not compressed. */
final class PlainAnswer extends Request.Wrapper {

    private final HttpFields fields;

    PlainAnswer(Request request) {
        super(request);
        this.fields = HttpFields.from(request.getHeaders().stream()
                .filter(field -> field.getHeader() != HttpHeader.ACCEPT_ENCODING)
                .toArray(HttpField[]::new));
    }

    @Override
    public HttpFields getHeaders() {
        return fields;
    }
}
