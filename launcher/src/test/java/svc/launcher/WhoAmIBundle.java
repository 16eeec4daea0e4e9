package svc.launcher;

import java.nio.file.Path;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with an authenticated route that returns the caller and the accounts that it can use. */
final class WhoAmIBundle {

    private WhoAmIBundle() {}

    /** Adds it to the extensions of a home that has a folder for them; returns the home. */
    static Path in(Path home) {
        recipe().writeTo(home.resolve("extensions/whoami.jar"));
        return home;
    }

    static JarBuilder recipe() {
        return TestJars.bundle("org.example.whoami", "1.0.0")
                .header(
                        "Import-Package",
                        "jakarta.servlet;version=\"[6.0,7)\",jakarta.servlet.http;version=\"[6.0,7)\","
                                + "svc.api.identity;version=\"[2.0,3)\",svc.api.json;version=\"[2.0,3)\"")
                .source("org.example.whoami.WhoAmI", servlet())
                .component("org.example.whoami.WhoAmI", "init=\"3\"", """
                        <service><provide interface="jakarta.servlet.Servlet"/></service>
                        <property name="svc.http.path" type="String">/whoami
                        /whoami/*</property>
                        <reference name="authenticator" interface="svc.api.identity.Authenticator" parameter="0"/>
                        <reference name="directory" interface="svc.api.identity.Directory" parameter="1"/>
                        <reference name="json" interface="svc.api.json.Json" parameter="2"/>""");
    }

    private static String servlet() {
        return """
                package org.example.whoami;
                import jakarta.servlet.http.*;
                import java.io.IOException;
                import java.util.*;
                import svc.api.identity.*;
                import svc.api.json.Json;
                public final class WhoAmI extends HttpServlet {
                    private static final long serialVersionUID = 1L;
                    private final transient Authenticator authenticator;
                    private final transient Directory directory;
                    private final transient Json.Binding json;
                    public WhoAmI(Authenticator authenticator, Directory directory, Json json) {
                        this.authenticator = authenticator;
                        this.directory = directory;
                        this.json = json.binding(Json.Names.EXACT);
                    }
                    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        Authenticator.Result answer = authenticator.authenticate(new Authenticator.Credentials(
                                request.getMethod(), request.getRequestURL().toString(),
                                Optional.ofNullable(request.getQueryString()),
                                Optional.ofNullable(request.getHeader("Authorization")),
                                Collections.list(request.getHeaders("DPoP")), door(request), request.getRemoteAddr()));
                        if (answer instanceof Authenticator.Rejected refused) {
                            refused.headers().forEach(response::setHeader);
                            response.setStatus(refused.status());
                            response.setContentType("application/problem+json");
                            response.getOutputStream().write(json.text(refused.problem()).getBytes("UTF-8"));
                            return;
                        }
                        Caller caller = ((Authenticator.Authenticated) answer).caller();
                        Map<String, Object> members = new LinkedHashMap<>();
                        members.put("account", caller.account().id());
                        members.put("device", caller.device());
                        members.put("address", caller.address());
                        List<String> reach = new ArrayList<>();
                        directory.accounts(caller).forEach(one -> reach.add(one.id()));
                        members.put("reach", reach);
                        members.put("off", new ArrayList<>(new TreeSet<>(directory.disabledCapabilities(caller.account().organization()))));
                        response.setContentType("application/json");
                        response.getOutputStream().write(json.text(members).getBytes("UTF-8"));
                    }
                    /** /whoami is a plain door, /whoami/stream one for streams, /whoami/blob/ACCOUNT/BLOB one to a blob. */
                    private static QueryCredentials door(HttpServletRequest request) {
                        String[] steps = request.getRequestURI().split("/");
                        if (steps.length == 5 && steps[2].equals("blob")) {
                            return new QueryCredentials.MediaToken(steps[3], steps[4]);
                        }
                        return steps.length == 3 && steps[2].equals("stream") ? QueryCredentials.STREAM : QueryCredentials.NONE;
                    }
                }
                """;
    }
}
