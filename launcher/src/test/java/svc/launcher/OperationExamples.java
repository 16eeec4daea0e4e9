package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An example of every operation, and the commands that show its effect. */
final class OperationExamples {

    /** Operations whose responses are not compared, with the reason. */
    static final Map<String, String> LEFT_OUT = Map.of(
            "backup restore", "it needs an empty home",
            "backup drill-elsewhere", "it needs the words of a repository",
            "backup identity", "each call gives another recipient",
            "backup give-up", "it needs a home whose restore is not complete",
            "shutdown", "it ends the server that the others are asked of",
            "stop", "it does the same",
            "store compact", "it needs the server stopped",
            "telemetry show", "its counters grow with each request");

    private final Map<String, Example> all = new LinkedHashMap<>();
    private final Path jar;
    private final Path tables;

    /**
     * Creates the examples for a server.
     *
     * @param jar an extension
     * @param tables an extension with tables of its own
     */
    OperationExamples(Path jar, Path tables) {
        this.jar = jar;
        this.tables = tables;
        reading();
        accounts();
        groups();
        tenants();
        secrets();
        guard();
        settings();
        bundles();
        new BackupOperationExamples(this, tables).add();
        telemetry();
        maintenance();
        new MailOperationExamples(this, tables).add();
    }

    /**
     * An example.
     *
     * @param before the preparation
     * @param given the arguments, in JSON with single quotes
     * @param seen the commands that show the effect; empty for an operation that only reads
     */
    record Example(Consumer<OperationSubject> before, String given, List<String> seen) {

        /** Returns the arguments for a subject. */
        JsonNode given(OperationSubject subject) {
            return OperationInterface.json(subject.say(given.replace('\'', '"')));
        }
    }

    Map<String, Example> all() {
        return all;
    }

    void reads(String command, String given) {
        reads(subject -> {}, command, given);
    }

    void reads(Consumer<OperationSubject> before, String command, String given) {
        all.put(command, new Example(before, given, List.of()));
    }

    void changes(String command, String given, String... seen) {
        all.put(command, new Example(subject -> {}, given, List.of(seen)));
    }

    void changes(Consumer<OperationSubject> before, String command, String given, String... seen) {
        all.put(command, new Example(before, given, List.of(seen)));
    }

    static Consumer<OperationSubject> after(String... commands) {
        return subject -> Arrays.stream(commands).forEach(command -> subject.run("", command));
    }

    private void reading() {
        Stream.of(
                        "bundle list",
                        "capability list",
                        "config",
                        "config check",
                        "config describe",
                        "operator list",
                        "schema list",
                        "schema-check",
                        "stats",
                        "status",
                        "tenant matrix",
                        "version")
                .forEach(command -> reads(command, "{}"));
        reads("account list", "{'limit':1,'q':'ann','tenant':'<tenant>'}");
        reads("account show", "{'id':'<account>'}");
        reads("account capabilities", "{'id':'<account>'}");
        reads("account view", "{'id':'<account>','view':'mailboxes','limit':2}");
        reads("audit list", "{'tenant':'<tenant>','limit':3}");
        reads("ban list", "{'limit':2}");
        reads("bundle explain", "{'name':'svc.http'}");
        reads("config explain", "{'key':'server.listen'}");
        reads("doctor", "{'only':'bundles'}");
        reads("job list", "{'limit':1}");
        changes("blobs collect", "{}");
        changes(subject -> subject.say("<account>"), "blobs reindex", "{'tenant_id':'<tenant>'}");
        changes("blobs scrub", "{}");
        changes("blobs unpack", "{}");
        reads("logs summary", "{'since':'15m'}");
        reads("logs tail", "{'lines':0}");
        for (String secrets : List.of("app-password list", "session list")) {
            reads(subject -> subject.say("<session><app>"), secrets, "{'account':'<email>'}");
        }
        reads("tenant list", "{'q':'<domain>','limit':7}");
        reads("tenant show", "{'id':'<tenant>'}");
        reads("tenant capabilities", "{'id':'<tenant>'}");
        reads("whitelist list", "{}");
        reads(after("whitelist add <ip>"), "whitelist show", "{'ip':'<ip>'}");
        reads(OperationExamples::erased, "job show", "{'id':'<job>'}");
        changes("job cancel", "{'id':'j9zz'}"); // a job of this test would end at an unknown time
        reads(OperationExamples::erased, "job retry", "{'id':'<job>'}");
    }

    private static void erased(OperationSubject subject) {
        subject.know(
                "job", subject.run("", "account delete <account>").at("/job/id").asText());
    }

    private void telemetry() {
        changes("telemetry new-id", "{}");
        reads("telemetry show", "{}");
    }

    private void maintenance() {
        Consumer<OperationSubject> none = subject -> subject.look("maintenance end");
        changes(none, "maintenance begin", "{'for':'30m','reason':'disk','read_only':false}", "maintenance show");
        changes(
                none.andThen(after("maintenance begin --for 1h --reason disk")),
                "maintenance end",
                "{}",
                "maintenance show");
        reads("maintenance show", "{}");
    }

    private void accounts() {
        String others = "account list --tenant <tenant>";
        changes(
                "account create",
                "{'email':'bea@<domain>','password':'long enough','name':'Bea \\'B\\' $x; | \\\\ Öß','tenant_id':'<tenant>',"
                                .replace("\\'", "\\\"")
                        + "'role':'tenant-admin','quota_bytes':5000,'aliases':['b@<domain>','c@<other>']}",
                others);
        changes(
                "account batch",
                "{'accounts':[{'email':'cyd@<domain>','password':'long enough'},{'email':'nonsense'}]}",
                "tenant show <tenant>",
                others);
        changes("account delete", "{'id':'<account>'}", others, "session list --account <email>");
        changes("account disable", "{'id':'<account>'}", "account show <account>");
        changes(after("account disable <account>"), "account enable", "{'id':'<account>'}", "account show <account>");
        changes("account role", "{'id':'<account>','role':'tenant-admin'}", "account show <account>");
        changes(
                subject -> subject.say("<session>"),
                "account update",
                "{'id':'<account>','name':'Another','password':'another long one','quota_bytes':7,'aliases':['z@<domain>']}",
                "account show <account>",
                "session list --account <email>");
        String aliases = "alias list <account>";
        reads("alias list", "{'id':'<account>'}");
        changes("alias add", "{'id':'<account>','alias':'w@<domain>'}", aliases);
        changes(
                after("alias add <account> w@<domain>"),
                "alias remove",
                "{'id':'<account>','alias':'w@<domain>'}",
                aliases);
        changes(
                subject -> subject.say("<session>"),
                "account password",
                "{'account':'<email>','password':'another long one'}",
                "session list --account <email>");
        String grants = "account show <account>";
        changes(subject -> subject.say("<account>"), "operator grant", "{'email':'<email>'}", grants);
        changes(
                after("account show <account>", "operator grant <email>"),
                "operator revoke",
                "{'email':'<email>'}",
                grants);
    }

    private void groups() {
        String groups = "group list --tenant <tenant>";
        changes("group create", "{'tenant_id':'<tenant>','name':'Sales \u00d6','description':'All who sell'}", groups);
        reads("group list", "{'tenant':'<tenant>','limit':2}");
        reads("group show", "{'id':'<group>'}");
        changes("group add", "{'id':'<group>','account':'<account>'}", groups);
        changes(after("group add <group> <account>"), "group remove", "{'id':'<group>','account':'<account>'}", groups);
        changes("group update", "{'id':'<group>','name':'Sales and more','description':'All of them'}", groups);
        changes("group delete", "{'id':'<group>'}", groups);
        reads("principal list", "{'tenant':'<tenant>','limit':2}");
        reads("principal show", "{'id':'<group>'}");
        changes("principal repair", "{}");
        String shares = "share list --account <account>";
        changes("share repair", "{}");
        reads(SharedInbox::prepare, "share list", "{'account':'<email>','limit':2}");
        changes(
                SharedInbox::prepare,
                "share revoke",
                "{'account':'<account>','container':'<shared>','principal':'<group>'}",
                shares);
    }

    private void tenants() {
        String seen = "tenant show <tenant>";
        changes(
                "tenant create",
                "{'name':'New one','domains':['n-<domain>','m-<domain>'],'plan':'small','email':'first@n-<domain>',"
                        + "'password':'long enough'}",
                "tenant list --q n-<domain>",
                "account list --q n-<domain>");
        changes(
                "tenant update",
                "{'id':'<tenant>','name':'Else','domains':['<other>','x-<domain>'],'replace':true,'state':'suspended',"
                        + "'capabilities':{'urn:ietf:params:jmap:quota':false}}",
                seen,
                "tenant capabilities <tenant>");
        reads("domain list", "{'id':'<tenant>'}");
        changes("domain add", "{'id':'<tenant>','domain':'x-<domain>'}", seen);
        changes("domain remove", "{'id':'<tenant>','domain':'<other>'}", seen);
        changes(
                "tenant branding",
                "{'id':'<tenant>','display_name':'A b','logo_url':'https://x.test/?a=b&c=%20','primary_color':'#1a2b3c',"
                        + "'support_email':'help@<domain>'}",
                seen);
        changes("tenant plan", "{'id':'<tenant>','plan':'small'}", seen, "tenant capabilities <tenant>");
        String lists = "dmarc list --tenant <tenant>";
        String list = "{'tenant_id':'<tenant>','domain':'<other>'}";
        reads("domain reports", "{'domain':'<domain>','days':3}");
        reads("dmarc list", "{'tenant':'<tenant>'}");
        changes(subject -> subject.say("<account>"), "dmarc allow", list, lists);
        changes(
                subject -> {
                    subject.say("<account>");
                    subject.run("", "dmarc allow <tenant> <other>");
                },
                "dmarc disallow",
                list,
                lists);
    }

    private void secrets() {
        String seen = "app-password list --account <email>";
        Consumer<OperationSubject> account = subject -> subject.say("<account>");
        changes(account, "app-password create", "{'account':'<email>','name':'my phone'}", seen);
        changes(
                account.andThen(subject -> subject.say("<app>")),
                "app-password revoke",
                "{'id':'<app>','account':'<email>'}",
                seen);
        changes("session revoke", "{'id':'<session>'}", "session list --account <email>");
    }

    private void guard() {
        String trusted = "whitelist list";
        changes(after("whitelist clear"), "whitelist add", "{'ip':'<ip>','note':'a note'}", trusted);
        changes(after("whitelist clear", "whitelist add <ip>"), "whitelist remove", "{'ip':'<ip>'}", trusted);
        changes(after("whitelist clear", "whitelist add <ip>"), "whitelist clear", "{}", trusted);
        changes(
                after("ban clear", "whitelist clear"),
                "ban add",
                "{'ip':'<ip>','minutes':60,'note':'a note'}",
                "ban list");
        Consumer<OperationSubject> banned = after("ban clear", "whitelist clear", "ban add <ip> --minutes 60");
        changes(banned, "ban remove", "{'ip':'<ip>'}", "ban list");
        changes(banned, "ban clear", "{}", "ban list");
    }

    private void settings() {
        String key = "security.http_per_account_baseline";
        changes(
                after("config override --override " + key + "=null"),
                "config override",
                "{'overrides':{'" + key + "':4321}}",
                "config explain " + key);
        changes(OperationExamples::usualLevel, "logs level", "{'level':'debug','logger':'http','seconds':1}");
        changes("blobs rotate-key", "{}");
        changes("blobs rotate-master-key", "{}");
    }

    private static void usualLevel(OperationSubject subject) {
        RunningServer server = subject.server();
        server.await(
                "the usual level",
                () -> server.err().split("is debug for", -1).length
                        == server.err().split("goes back", -1).length);
    }

    private void bundles() {
        String seen = "bundle list";
        String name = "svc.example.todo";
        Consumer<OperationSubject> without = without(name);
        Consumer<OperationSubject> with = without.andThen(subject -> subject.run("", "bundle install " + jar));
        changes(without, "bundle install", "{'file':'" + jar + "'}", seen, "capability list");
        changes(with, "bundle update", "{'file':'" + jar + "'}");
        changes(with, "bundle remove", "{'name':'" + name + "'}", seen, "capability list");
        String schema = "org.example.ledger";
        Consumer<OperationSubject> left = subject -> {
            without(schema).accept(subject);
            subject.run("", "bundle install " + tables);
            subject.run("", "bundle remove " + schema);
        };
        changes(left, "schema park", "{'namespace':'" + schema + "'}", "schema list");
        changes(left, "schema retire", "{'namespace':'" + schema + "'}", "schema list");
    }

    private static Consumer<OperationSubject> without(String name) {
        return subject -> {
            if (subject.look("bundle list").findValuesAsText("name").contains(name)) {
                subject.run("", "bundle remove " + name);
            }
        };
    }
}
