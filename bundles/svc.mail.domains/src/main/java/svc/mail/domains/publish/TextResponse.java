package svc.mail.domains.publish;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Sends a text that no cache keeps. */
final class TextResponse {

    private TextResponse() {}

    /** Sends a text, or 404 if there is none. */
    static void send(HttpServletResponse response, String type, Optional<String> text) throws IOException {
        if (text.isPresent()) {
            send(response, type, text.get());
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    static void send(HttpServletResponse response, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        response.setContentType(type + ";charset=utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
