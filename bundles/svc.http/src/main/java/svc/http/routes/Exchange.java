package svc.http.routes;

/** A request in progress or an open WebSocket. The route counts each exchange until the exchange ends. */
interface Exchange {

    /** Ends the exchange from the server's side. */
    void cutOff();
}
