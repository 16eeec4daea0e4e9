package svc.launcher;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The most frequent actions of mail clients, each as its one or two requests, with a check of the response.
 * Thread-safe.
 *
 * @param account the account
 * @param ids emails of the first mailbox
 * @param further the numbers of further messages to import
 */
record MailClientActions(FilledAccount account, List<String> ids, AtomicInteger further) {

    private static final int SMALL = 10_240;
    private static final int LARGE = 1 << 20;
    private static final int CHANGED = 200;
    private static final String NEWEST = "'sort':[{'property':'receivedAt','isAscending':false}],'limit':50";

    /** One action. */
    @FunctionalInterface
    interface Act {
        void act(Random random) throws Exception;
    }

    /** Returns all actions with the data that they need. */
    Map<String, Act> all() throws Exception {
        Map<String, Act> acts = new LinkedHashMap<>();
        acts.put("session", random -> has(get("/.well-known/jmap"), "\"apiUrl\""));
        acts.put("echo", random -> calls("['Core/echo',{'n':5},'0']", "\"n\":5"));
        acts.put("list", list());
        acts.put("read", random -> calls(reading(any(random)), "\"value\":"));
        acts.put("flag", this::flag);
        acts.put("upload", this::upload);
        acts.put("mailbox", mailboxes());
        acts.put("changes", changes());
        acts.put("download", download());
        acts.put("search", this::search);
        acts.put("import", this::bring);
        return acts;
    }

    private MailUser user() {
        return account.user();
    }

    private String any(Random random) {
        return ids.get(random.nextInt(ids.size()));
    }

    private String inbox() {
        return account.mailboxes().get(0);
    }

    private Act list() {
        String calls = "['Email/query',{'accountId':'@','filter':{'inMailbox':'" + inbox() + "'}," + NEWEST + "},'0'],"
                + "['Email/get',{'accountId':'@','#ids':{'resultOf':'0','name':'Email/query','path':'/ids'},'properties':"
                + "['id','threadId','mailboxIds','keywords','hasAttachment','from','to','subject','receivedAt','size','preview']},'1']";
        return random -> calls(calls, "\"preview\"");
    }

    private static String reading(String id) {
        return "['Email/get',{'accountId':'@','ids':['" + id
                + "'],'properties':['id','from','to','subject','receivedAt','textBody',"
                + "'htmlBody','attachments','bodyValues'],'fetchTextBodyValues':true,'fetchHTMLBodyValues':true},'0']";
    }

    private void flag(Random random) throws Exception {
        calls(marking(any(random), "$flagged", random.nextBoolean()), "\"updated\":{");
    }

    private static String marking(String id, String keyword, boolean with) {
        return "['Email/set',{'accountId':'@','update':{'" + id + "':{'keywords/" + keyword + "':"
                + (with ? "true" : "null") + "}}},'0']";
    }

    private void upload(Random random) {
        byte[] bytes = new byte[SMALL];
        random.nextBytes(bytes);
        user().upload(bytes);
    }

    private Act mailboxes() {
        String state = user().state("Mailbox");
        return random -> calls(
                "['Mailbox/get',{'accountId':'@','ids':null},'0'],['Mailbox/changes',{'accountId':'@','sinceState':'"
                        + state + "'},'1']",
                "\"newState\"");
    }

    private Act changes() throws Exception {
        String state = user().state("Email");
        for (String id : ids.subList(0, Math.min(CHANGED, ids.size()))) {
            calls(marking(id, "$answered", further.get() % 2 == 0), "\"updated\":{");
        }
        further.incrementAndGet();
        return random -> calls(
                "['Email/changes',{'accountId':'@','sinceState':'" + state + "','maxChanges':500},'0']",
                "\"newState\"");
    }

    private Act download() {
        byte[] bytes = new byte[LARGE];
        new Random(5).nextBytes(bytes);
        String blob = user().upload(bytes);
        return random -> {
            HttpResponse<byte[]> response = user().blobs().download(user().who().accountId(), blob);
            if (response.statusCode() != 200 || response.body().length != LARGE) {
                throw new AssertionError(response.statusCode() + ", " + response.body().length + " bytes");
            }
        };
    }

    private void search(Random random) throws Exception {
        calls(
                "['Email/query',{'accountId':'@','filter':{'inMailbox':'" + inbox() + "','text':'"
                        + GeneratedMailbox.word(random) + "'}," + NEWEST + "},'0']",
                "\"ids\":[");
    }

    private void bring(Random random) throws Exception {
        String email =
                account.importing(further.incrementAndGet(), account.mailboxes().subList(1, 2));
        calls("['Email/import',{'accountId':'@','emails':{'k':" + email + "}},'0']", "\"created\":{");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(user().who().server().url() + path))
                .header("Authorization", "Bearer " + user().who().token());
    }

    private HttpRequest get(String path) {
        return request(path).build();
    }

    private void calls(String calls, String answered) throws Exception {
        String body = "{'using':['urn:ietf:params:jmap:core','" + MailUser.URN + "'],'methodCalls':[" + calls + "]}";
        has(
                request("/jmap")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.replace('\'', '"')
                                .replace("@", user().who().accountId())))
                        .build(),
                answered);
    }

    private void has(HttpRequest request, String text) throws Exception {
        HttpResponse<String> response = user().blobs().http().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200
                || !response.body().contains(text)
                || response.body().contains("[\"error\"")) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
    }
}
