"""The JSON formats that are known, as data: our columns, and the keys of their values.

To add one: its name, who writes it and its keys; and a sample, `tests/data/logs/NAME.log`, with the rows that are
expected of it in `NAME.json`.

Of several keys the first that is there counts. A dot goes into an object, or stands in the key itself: ``url.path`` is
``{"url": {"path": ...}}`` and ``{"url.path": ...}``. What a value must look like follows from the column (`KINDS`), or
stands after the key: ``Duration:nanoseconds``.
"""

from __future__ import annotations

from .._typing import NamedTuple

# What the values of a column must look like; those of others are strings.
KINDS = {
    "time": "clock", "date": "date", "time_of_day": "time_of_day", "host": "host", "port": "uint16",
    "client": "client", "method": "method", "status": "status", "bytes": "uint64", "bytes_received": "uint64",
    "request_time": "seconds",
}  # fmt: skip
# Kinds that a key may have of its own.
OWN_KINDS = ("seconds", "milliseconds", "microseconds", "nanoseconds", "elapsed", "string")


class JsonFormat(NamedTuple):
    """A format: an object with these keys on each line."""

    name: str
    of: str  # who writes it
    keys: dict[str, tuple[str, ...]]
    marks: tuple[str, ...] = ()  # keys of which one must be there, beside the target, in lines that tell the format
    escaped: dict[str, str] = {}  # columns that are percent-encoded, and what else means a space
    stems: tuple[str, ...] = ()  # keys of targets that are paths alone, without the query


def _with_attributes(*keys: str) -> tuple[str, ...]:
    """OpenTelemetry: among the attributes of a record, or a record of nothing else."""
    return tuple(before + key for key in keys for before in ("", "attributes.", "Attributes."))


# In the order in which they are asked. `query` is one that was written apart from its target; `date` and
# `time_of_day` are a time in two parts. A `request` that stands after the `target` counts only if there is none.
FORMATS = (
    JsonFormat(
        "akamai",
        "Akamai DataStream 2, JSON",
        {
            "time": ("reqTimeSec",), "host": ("reqHost",), "port": ("reqPort",), "client": ("cliIP",),
            "method": ("reqMethod",), "target": ("reqPath",), "query": ("queryStr",), "status": ("statusCode",),
            "bytes": ("bytes",), "referer": ("referer",), "agent": ("UA",), "x_forwarded_for": ("xForwardedFor",),
        },
        marks=("reqTimeSec", "cliIP", "reqId"),
        escaped={"referer": "", "agent": "+"},
        stems=("reqPath",),
    ),
    JsonFormat(
        "apigateway",
        "Amazon API Gateway, its JSON template",
        {
            "time": ("requestTime", "requestTimeEpoch"), "host": ("domainName",), "client": ("ip", "sourceIp"),
            "user": ("user", "caller"), "method": ("httpMethod",), "target": ("path", "resourcePath"),
            "request": ("routeKey",), "protocol": ("protocol",), "status": ("status",),
            "bytes": ("responseLength",), "agent": ("userAgent",), "request_time": ("responseLatency:milliseconds",),
        },
        marks=("resourcePath", "routeKey", "extendedRequestId", "apiId"),
    ),
    JsonFormat(
        "caddy",
        "Caddy",
        {
            "time": ("ts",), "host": ("request.host",),
            "client": ("request.client_ip", "request.remote_ip", "request.remote_addr"), "user": ("user_id",),
            "method": ("request.method",), "target": ("request.uri",), "protocol": ("request.proto",),
            "status": ("status",), "bytes": ("size",), "bytes_received": ("bytes_read",),
            "referer": ("request.headers.Referer",), "agent": ("request.headers.User-Agent",),
            "x_forwarded_for": ("request.headers.X-Forwarded-For",),
            "request_time": ("duration:seconds", "duration:elapsed"),
        },
        marks=("logger", "resp_headers", "bytes_read"),
    ),
    JsonFormat(
        "cloudflare",
        "Cloudflare Logpush, `http_requests`",
        {
            "time": ("EdgeStartTimestamp", "EdgeEndTimestamp"), "host": ("ClientRequestHost",),
            "client": ("ClientIP",), "method": ("ClientRequestMethod",),
            "target": ("ClientRequestURI", "ClientRequestPath"), "protocol": ("ClientRequestProtocol",),
            "status": ("EdgeResponseStatus",), "bytes": ("EdgeResponseBytes",),
            "bytes_received": ("ClientRequestBytes",), "referer": ("ClientRequestReferer",),
            "agent": ("ClientRequestUserAgent",),
        },
    ),
    JsonFormat(
        "cloudfront_json",
        "Amazon CloudFront, JSON (standard v2, and real-time logs as JSON)",
        {
            "time": ("timestamp(ms)", "timestamp"), "date": ("date",), "time_of_day": ("time",),
            "host": ("x-host-header", "cs-host", "cs(Host)"), "client": ("c-ip",), "method": ("cs-method",),
            "target": ("cs-uri-stem",), "query": ("cs-uri-query",), "protocol": ("cs-protocol-version",),
            "status": ("sc-status",), "bytes": ("sc-bytes",), "bytes_received": ("cs-bytes",),
            "referer": ("cs(Referer)", "cs-referer"), "agent": ("cs(User-Agent)", "cs-user-agent"),
            "x_forwarded_for": ("x-forwarded-for",), "request_time": ("time-taken:seconds",),
        },
        marks=("x-edge-location", "x-edge-request-id", "x-edge-result-type", "x-edge-response-result-type"),
        escaped={"agent": ""},
        stems=("cs-uri-stem",),
    ),
    JsonFormat(
        "ecs",
        "Elastic Common Schema: Filebeat, ECS loggers",
        {
            "time": ("@timestamp",), "host": ("url.domain",), "port": ("url.port",),
            "client": ("client.ip", "client.address", "source.ip", "source.address"), "user": ("user.name",),
            "method": ("http.request.method",), "target": ("url.original", "url.full", "url.path"),
            "query": ("url.query",), "status": ("http.response.status_code",),
            "bytes": ("http.response.body.bytes", "http.response.bytes"),
            "bytes_received": ("http.request.bytes", "http.request.body.bytes"),
            "referer": ("http.request.referrer",), "agent": ("user_agent.original",),
            "request_time": ("event.duration:nanoseconds",),
        },
        marks=("@timestamp",),
        stems=("url.path",),
    ),
    JsonFormat(
        "envoy_json",
        "Envoy and Istio, JSON",
        {
            "time": ("start_time",), "host": ("authority", ":authority"),
            "client": ("downstream_remote_address", "downstream_remote_address_without_port", "x_forwarded_for"),
            "method": ("method",), "target": ("path", "x-envoy-origin-path"), "protocol": ("protocol",),
            "status": ("response_code",), "bytes": ("bytes_sent",), "bytes_received": ("bytes_received",),
            "referer": ("referer",), "agent": ("user_agent", "user-agent"),
            "x_forwarded_for": ("x_forwarded_for", "x-forwarded-for"), "request_time": ("duration:milliseconds",),
        },
        marks=("response_flags", "upstream_cluster", "response_code_details"),
    ),
    JsonFormat(
        "fastly",
        "Fastly, its JSON template",
        {
            "time": ("timestamp", "time_start"), "host": ("host", "request_host"), "client": ("client_ip",),
            "method": ("request_method",), "target": ("url",), "protocol": ("request_protocol",),
            "status": ("response_status", "status"), "bytes": ("response_body_size", "resp_body_size"),
            "referer": ("request_referer",), "agent": ("request_user_agent",),
            "request_time": ("time_elapsed:microseconds",),
        },
        marks=("fastly_server", "fastly_is_edge", "fastly_pop", "response_state"),
    ),
    JsonFormat(
        "frontdoor",
        "Azure Front Door",
        {
            "time": ("time",), "host": ("properties.hostName",), "client": ("properties.clientIp",),
            "method": ("properties.httpMethod",), "target": ("properties.requestUri",),
            "protocol": ("properties.requestProtocol",), "status": ("properties.httpStatusCode",),
            "bytes": ("properties.responseBytes",), "bytes_received": ("properties.requestBytes",),
            "referer": ("properties.referer", "properties.referrer"), "agent": ("properties.userAgent",),
            "request_time": ("properties.timeTaken:seconds",),
        },
        marks=("properties.httpStatusCode",),
    ),
    JsonFormat(
        "gcp",
        "Google Cloud: load balancers, Cloud Run and others with `httpRequest`",
        {
            "time": ("timestamp", "receiveTimestamp"), "client": ("httpRequest.remoteIp",),
            "method": ("httpRequest.requestMethod",), "target": ("httpRequest.requestUrl",),
            "protocol": ("httpRequest.protocol",), "status": ("httpRequest.status",),
            "bytes": ("httpRequest.responseSize",), "bytes_received": ("httpRequest.requestSize",),
            "referer": ("httpRequest.referer",), "agent": ("httpRequest.userAgent",),
            "request_time": ("httpRequest.latency:elapsed",),
        },
    ),
    JsonFormat(
        "haproxy_json",
        "HAProxy, JSON",
        {
            "time": ("request_date", "accept_date", "timestamp", "time"), "host": ("http_host", "host"),
            "client": ("client_ip", "remote_addr"), "method": ("http_method", "request_method"),
            "target": ("request_uri", "http_uri"), "request": ("http_request", "request"),
            "protocol": ("http_version",), "status": ("status_code", "http_status_code", "status"),
            "bytes": ("bytes_read",), "bytes_received": ("bytes_uploaded",), "referer": ("referer", "http_referer"),
            "agent": ("user_agent", "http_user_agent"), "request_time": ("Ta:milliseconds",),
        },
        marks=("frontend_name", "backend_name", "termination_state"),  # its `server_name` is not that of a host
    ),
    JsonFormat(
        "kong",
        "Kong, `file-log` and `http-log`",
        {
            "time": ("started_at",), "host": ("request.headers.host",), "client": ("client_ip",),
            "user": ("consumer.username", "authenticated_entity.id"), "method": ("request.method",),
            "target": ("request.uri", "request.url"), "status": ("response.status",), "bytes": ("response.size",),
            "bytes_received": ("request.size",), "referer": ("request.headers.referer",),
            "agent": ("request.headers.user-agent",), "x_forwarded_for": ("request.headers.x-forwarded-for",),
            "request_time": ("latencies.request:milliseconds",),
        },
        marks=("latencies.request",),
    ),
    JsonFormat(
        "otel",
        "OpenTelemetry: attributes of HTTP, old and new, of one record",
        {
            "time": ("timestamp", "Timestamp", "time", "timeUnixNano", "observedTimeUnixNano"),
            "host": _with_attributes("server.address", "http.host", "http.server_name", "net.host.name"),
            "port": _with_attributes("server.port", "net.host.port"),
            "client": _with_attributes("client.address", "http.client_ip", "net.sock.peer.addr", "net.peer.ip"),
            "user": _with_attributes("user.name", "enduser.id"),
            "method": _with_attributes("http.request.method", "http.method"),
            "target": _with_attributes("http.target", "url.full", "http.url", "url.path"),
            "query": _with_attributes("url.query"),
            "status": _with_attributes("http.response.status_code", "http.status_code"),
            "bytes": _with_attributes("http.response.body.size", "http.response_content_length"),
            "bytes_received": _with_attributes("http.request.body.size", "http.request_content_length"),
            "referer": _with_attributes("http.request.header.referer"),
            "agent": _with_attributes("user_agent.original", "http.user_agent"),
            "x_forwarded_for": _with_attributes("http.request.header.x-forwarded-for"),
            "request_time": _with_attributes("http.server.request.duration:seconds"),
        },
        marks=_with_attributes("http.request.method", "http.method"),
        stems=_with_attributes("url.path"),
    ),
    JsonFormat(
        "pino",
        "Node.js, pino-http",
        {
            "time": ("time",), "host": ("req.headers.host",),
            "client": ("req.remoteAddress",), "method": ("req.method",), "target": ("req.url",),
            "status": ("res.statusCode",), "bytes": ("res.headers.content-length",),
            "referer": ("req.headers.referer",), "agent": ("req.headers.user-agent",),
            "x_forwarded_for": ("req.headers.x-forwarded-for",), "request_time": ("responseTime:milliseconds",),
        },
        marks=("res.statusCode",),
    ),
    JsonFormat(
        "tomcat_json",
        "Tomcat, `JsonAccessLogValve`",
        {
            "time": ("time",), "host": ("localServerName",), "port": ("port",), "client": ("remoteAddr", "host"),
            "user": ("user",), "request": ("request",), "method": ("method",), "target": ("path",),
            "query": ("query",), "protocol": ("protocol",), "status": ("statusCode",),
            "bytes": ("size", "byteSentNC"), "referer": ("requestHeaders.Referer",),
            "agent": ("requestHeaders.User-Agent",), "x_forwarded_for": ("requestHeaders.X-Forwarded-For",),
            "request_time": ("elapsedTimeS:seconds",),
        },
        marks=("logicalUserName", "localServerName", "elapsedTimeS", "threadName", "connectionStatus"),
        stems=("path",),
    ),
    JsonFormat(
        "traefik_json",
        "Traefik, `json`",
        {
            "time": ("StartUTC", "StartLocal", "time"), "host": ("RequestHost", "RequestAddr"),
            "port": ("RequestPort",), "client": ("ClientHost", "ClientAddr"), "user": ("ClientUsername",),
            "method": ("RequestMethod",), "target": ("RequestPath",), "protocol": ("RequestProtocol",),
            "status": ("DownstreamStatus",), "bytes": ("DownstreamContentSize",),
            "bytes_received": ("RequestContentSize",), "referer": ("request_Referer",),
            "agent": ("request_User-Agent",), "x_forwarded_for": ("request_X-Forwarded-For",),
            "request_time": ("Duration:nanoseconds",),
        },
    ),
    JsonFormat(
        "waf",
        "AWS WAF",
        {
            "time": ("timestamp",),
            "host": ("httpRequest.host", "httpRequest.headers.Host:string", "httpRequest.headers.host:string"),
            "client": ("httpRequest.clientIp",), "method": ("httpRequest.httpMethod",),
            "target": ("httpRequest.uri",), "query": ("httpRequest.args",), "protocol": ("httpRequest.httpVersion",),
            "status": ("responseCodeSent",), "referer": ("httpRequest.headers.Referer", "httpRequest.headers.referer"),
            "agent": ("httpRequest.headers.User-Agent", "httpRequest.headers.user-agent"),
        },
        marks=("webaclId", "terminatingRuleId"),
        stems=("httpRequest.uri",),
    ),
)  # fmt: skip

# Keys of any other writer: only such as can mean one thing. A `duration` without a unit is none of ours.
OTHERS = JsonFormat(
    "json",
    "nginx, gunicorn, uvicorn and others: one object on each line",
    {
        "time": ("time_iso8601", "timestamp", "@timestamp", "time", "ts", "time_local", "msec", "date", "datetime",
                 "request_date", "date_time", "start_time"),
        "host": ("host", "http_host", "server_name", "vhost", "request.host", "authority"),
        "port": ("server_port", "port"),
        "client": ("remote_addr", "client_ip", "client", "remote_ip", "client_addr", "remote_address", "clientip",
                   "request.client_ip", "request.remote_ip", "request.remote_addr"),
        "user": ("remote_user", "user", "user_id"),
        "request": ("request", "request_line", "http_request"),
        "method": ("method", "request_method", "http_method", "request.method"),
        "target": ("request_uri", "uri", "url", "path", "full_path", "request_path", "request.uri", "request.url",
                   "request.path"),
        "query": ("args", "query_string", "query", "request_querystring", "request.query"),
        "protocol": ("protocol", "server_protocol", "proto", "request.proto", "request.protocol"),
        "status": ("status", "status_code", "response_code", "response.status"),
        "bytes": ("body_bytes_sent", "bytes_sent", "bytes", "size", "response_length", "bytes_read",
                  "response.size"),
        "bytes_received": ("request_length", "bytes_received"),
        "referer": ("http_referer", "http_referrer", "referer", "referrer", "request.referer", "request.referrer",
                    "request.headers.Referer"),
        "agent": ("http_user_agent", "user_agent", "agent", "userAgent", "request.user_agent",
                  "request.headers.User-Agent"),
        "x_forwarded_for": ("http_x_forwarded_for", "x_forwarded_for", "request.headers.X-Forwarded-For"),
        "request_time": ("request_time:seconds", "duration_s:seconds", "duration_seconds:seconds",
                         "duration_ms:milliseconds", "latency_ms:milliseconds", "elapsed_ms:milliseconds",
                         "response_time_ms:milliseconds", "request_time_ms:milliseconds", "Ta:milliseconds",
                         "duration_us:microseconds", "duration_ns:nanoseconds", "duration:elapsed",
                         "latency:elapsed", "elapsed:elapsed", "response_time:elapsed"),
    },
)  # fmt: skip
