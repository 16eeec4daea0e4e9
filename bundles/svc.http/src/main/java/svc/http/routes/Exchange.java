package svc.http;

/** A request and its answer, or an open WebSocket, counted by its route until it ends. */
interface Exchange {

    /** Ends it from the server's side, whatever its route does. */
    void cutOff();
}
