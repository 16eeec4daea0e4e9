package svc.cap.mail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.search.SearchIndex;
import svc.api.search.SearchIndex.Mark;
import svc.api.search.SearchQuery;
import svc.api.store.ObjectId;
import svc.api.store.Scope;

/** SearchSnippet/get (RFC 8621 §5.1): where in messages a filter finds what it looks for. */
@Component(service = MethodHandler.class)
public final class GetSnippets implements MethodHandler<GetSnippets.Arguments, Map<String, @Nullable Object>> {

    private static final int AT_ONCE = 16;

    private final SearchIndex index;
    private final EmailTexts texts;
    private final JmapLimits limits;

    /** Looks here. */
    @Activate
    public GetSnippets(@Reference SearchIndex index, @Reference EmailTexts texts, @Reference JmapLimits limits) {
        this.index = index;
        this.texts = texts;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, @Nullable Map<String, @Nullable Object> filter, List<String> emailIds) {}

    @Override
    public String method() {
        return "SearchSnippet/get";
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Scope scope = call.scope(arguments.accountId(), Access.READ);
        if (arguments.emailIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may ask for the snippets of " + limits.maxObjectsInGet()
                            + " messages at most. Ask for some at a time.");
        }
        Reach reach = call.reach(arguments.accountId(), Access.READ);
        SecondSurface surface = SecondSurface.of(urn -> call.shows(reach, urn));
        SearchQuery query = GivenFilter.read(arguments.filter(), surface)
                .map(TextConditions::query)
                .orElse(new SearchQuery.And(List.of()));
        TextConditions.marks(index, query, EmailTexts.SUBJECT, "");
        Map<Long, Map<String, @Nullable Object>> snippets = new HashMap<>();
        List<Long> numbers = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.emailIds())) {
            number(id).ifPresent(numbers::add);
        }
        for (int i = 0; i < numbers.size(); i += AT_ONCE) {
            call.proceed();
            texts.read(scope, numbers.subList(i, Math.min(i + AT_ONCE, numbers.size())), document -> {
                EmailTexts.Shown shown = EmailTexts.Shown.of(document);
                snippets.put(document.n(), snippet(query, document.n(), shown));
            });
        }
        return answer(arguments, snippets);
    }

    private static OptionalLong number(String id) {
        return ObjectId.number(Email.LETTER, id);
    }

    private Map<String, @Nullable Object> snippet(SearchQuery query, long n, EmailTexts.Shown shown) {
        List<Mark> subject = TextConditions.marks(index, query, EmailTexts.SUBJECT, shown.subject());
        List<Mark> body = TextConditions.marks(index, query, EmailTexts.BODY, shown.body());
        Map<String, @Nullable Object> snippet = new LinkedHashMap<>();
        snippet.put("emailId", ObjectId.text(Email.LETTER, n));
        snippet.put("subject", subject.isEmpty() ? null : SnippetText.whole(shown.subject(), subject));
        snippet.put("preview", body.isEmpty() ? null : SnippetText.preview(shown.body(), body));
        return snippet;
    }

    private static Map<String, @Nullable Object> answer(
            Arguments arguments, Map<Long, Map<String, @Nullable Object>> snippets) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.emailIds())) {
            OptionalLong n = number(id);
            Map<String, @Nullable Object> snippet = n.isPresent() ? snippets.get(n.getAsLong()) : null;
            if (snippet == null) {
                notFound.add(id);
            } else {
                list.add(snippet);
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", arguments.accountId());
        answer.put("list", list);
        answer.put(
                "notFound", Optional.of(notFound).filter(ids -> !ids.isEmpty()).orElse(null));
        return answer;
    }
}
