package svc.admin.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Reads the arguments of a request: from its path, and from its query (GET, DELETE) or body (PUT, POST). */
final class RestArguments {

    /** The maximum length of a body in bytes. */
    static final int MAX_BODY = 1_000_000;

    /**
     * The multiple of {@link #MAX_BODY} up to which a body that is too long is read and discarded. A client that is
     * disconnected while it is still sending would not receive the response.
     */
    private static final long PATIENCE = 16;

    private final Json.Binding binding;

    RestArguments(Json.Binding binding) {
        this.binding = binding;
    }

    Map<String, Object> read(HttpServletRequest request, Declaration declaration, Map<String, Object> inPath)
            throws IOException {
        boolean inUrl =
                !request.getMethod().equals("PUT") && !request.getMethod().equals("POST");
        String query = request.getQueryString();
        Map<String, Object> given;
        if (inUrl) {
            if (request.getInputStream().read() >= 0) {
                throw invalid(request.getMethod() + " takes no body. Send the arguments in the query.");
            }
            given = query(query == null ? "" : query, declaration);
        } else if (query == null || query.isEmpty()) {
            given = body(request, declaration);
        } else {
            throw invalid(request.getMethod() + " takes no query. Send the arguments as members of a JSON body.");
        }
        refuseFilesAndDoubles(given, declaration, inPath);
        Map<String, Object> all = new LinkedHashMap<>(inPath);
        all.putAll(given);
        return all;
    }

    private static Map<String, Object> query(String query, Declaration declaration) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = PercentDecoder.query(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : PercentDecoder.query(pair.substring(equals + 1));
            Kind kind = parameter(declaration, name).map(Parameter::kind).orElse(Kind.TEXT);
            if (kind == Kind.LIST) {
                List<Object> list = new ArrayList<>(given.get(name) instanceof List<?> l ? l : List.of());
                list.add(value);
                given.put(name, list);
            } else if (kind == Kind.MAP || kind == Kind.VALUES) {
                given.put(name, with(given.get(name), name, value));
            } else if (given.put(name, value) != null) {
                throw invalid(name, "is given twice");
            }
        }
        return given;
    }

    private static Map<Object, Object> with(@Nullable Object before, String name, String value) {
        int equals = value.indexOf('=');
        if (equals < 0) {
            throw invalid(name, "must be key=value");
        }
        Map<Object, Object> map = new LinkedHashMap<>(before instanceof Map<?, ?> m ? m : Map.of());
        map.put(value.substring(0, equals), value.substring(equals + 1));
        return map;
    }

    private Map<String, Object> body(HttpServletRequest request, Declaration declaration) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes(MAX_BODY + 1);
        if (bytes.length > MAX_BODY) {
            long read = bytes.length + request.getInputStream().skip(PATIENCE * MAX_BODY);
            throw new RestException(413, tooLong(read));
        }
        if (bytes.length == 0) {
            return new LinkedHashMap<>();
        }
        if (!isJson(request.getContentType())) {
            throw new RestException(
                    415, invalid("The body must be JSON. Send it with Content-Type: application/json."));
        }
        try {
            if (binding.read(new ByteArrayInputStream(bytes)) instanceof Map<?, ?> members) {
                return typed(members, declaration);
            }
        } catch (JsonException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
        throw invalid("The body must be a JSON object whose members are the arguments.");
    }

    /**
     * Checks the JSON types of the members: text in place of a number is accepted only from a query or the command
     * line.
     */
    private static Map<String, Object> typed(Map<?, ?> members, Declaration declaration) {
        Map<String, Object> given = new LinkedHashMap<>();
        members.forEach((key, value) -> {
            String name = String.valueOf(key);
            Kind kind = parameter(declaration, name).map(Parameter::kind).orElse(Kind.TEXT);
            if (value == null) {
                throw invalid(name, "must not be null; leave it out instead");
            } else if (kind == Kind.NUMBER && value instanceof String) {
                throw invalid(name, "must be a whole number");
            } else if (kind == Kind.BOOLEAN && value instanceof String) {
                throw invalid(name, "must be true or false");
            } else if (kind == Kind.RECORDS && value instanceof String) {
                throw invalid(name, "must be a list of objects");
            } else if (kind == Kind.LIST && !(value instanceof List)) {
                throw invalid(name, "must be a list of texts");
            }
            given.put(name, value);
        });
        return given;
    }

    private static void refuseFilesAndDoubles(
            Map<String, Object> given, Declaration declaration, Map<String, Object> inPath) {
        for (String name : given.keySet()) {
            if (inPath.containsKey(name)) {
                throw invalid(name, "is already given in the path");
            }
            if (parameter(declaration, name).filter(p -> p.kind() == Kind.FILE).isPresent()) {
                throw invalid(name, "is a file on the server and can be used only on the command line there");
            }
        }
    }

    private static Optional<Parameter> parameter(Declaration declaration, String name) {
        return declaration.parameters().stream()
                .filter(p -> p.name().equals(name))
                .findFirst();
    }

    private static boolean isJson(@Nullable String contentType) {
        String[] parts = String.valueOf(contentType).toLowerCase(Locale.ROOT).split(";", -1);
        boolean utf8 = parts.length == 1 || parts[1].replaceAll("[\\s\"]", "").equals("charset=utf-8");
        return parts[0].strip().equals("application/json") && utf8;
    }

    private static OperationException tooLong(long read) {
        return invalid("The body has " + read + " bytes or more and may have " + MAX_BODY + ". Send less at once.");
    }

    private static OperationException invalid(String detail) {
        return new OperationException(Reason.INVALID, detail);
    }

    private static OperationException invalid(String field, String reason) {
        return new OperationException(
                Reason.INVALID, field + " " + reason + ".", List.of(new FieldError(field, reason)));
    }
}
