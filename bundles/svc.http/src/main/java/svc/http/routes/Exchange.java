package svc.http.routes;

/** A request in progress or an open WebSocket. Its route counts it until it ends. */
interface Exchange {

    /** Ends the exchange from the server's side. */
    void cutOff();
}
