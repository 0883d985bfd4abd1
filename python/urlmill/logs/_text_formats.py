"""The text formats that are known, as data.

To add one: its name, who writes it, and the shapes of its lines (`_shapes`); and a sample,
`tests/data/logs/NAME.log`, with the rows that are expected of it in `NAME.json`.
"""

from __future__ import annotations

from .._typing import NamedTuple

_COMMON = '{client} {ident} {user} [{time}] "{request}" {status} {bytes}'
_BROWSER = ' "{referer}" "{agent}"'
_COMBINED = _COMMON + _BROWSER
_FORWARDED = _COMMON.replace("{client}", "{client:forwarded}")
_VHOST = "{host:authority} "

_S3 = (
    "{bucket_owner} {bucket} [{time}] {client} {user} {request_id} {operation} {key} {request!q} {status} {error_code} "
    "{bytes} {object_size:uint64} {request_time:milliseconds} {turn_around_time:milliseconds} {referer!q} {agent!q} "
    "{version_id}"
)
_S3_HOST = " {host_id} {signature_version} {cipher_suite} {authentication_type} {host}"
_ALB = (
    "{type} {time:time} {elb} {client:endpoint} {target_address} {request_processing_time:seconds} "
    "{target_processing_time:seconds} {response_processing_time:seconds} {status} {target_status:status} "
    '{bytes_received} {bytes} "{request}" "{agent}" {ssl_cipher} {ssl_protocol} {target_group_arn} "{trace_id}" '
    '"{host}" "{chosen_cert_arn}" {matched_rule_priority} {request_creation_time:time} "{actions_executed}" '
    '"{redirect_url}" "{error_reason}" "{target_port_list}" "{target_status_code_list}" "{classification}" '
    '"{classification_reason}"'
)
_HAPROXY = (
    "{client:endpoint} [{time:time}] {frontend} {backend}/{server} {time_request:milliseconds}/"
    "{time_queue:milliseconds}/{time_connect:milliseconds}/{time_response:milliseconds}/{request_time:milliseconds} "
    "{status} {bytes} {request_cookie} {response_cookie} {termination_state} "
    "{actconn:uint64}/{feconn:uint64}/{beconn:uint64}/{srv_conn:uint64}/{retries} "
    "{srv_queue:uint64}/{backend_queue:uint64} "
)
# `option logasap`: written before the end, so that what counts on has a sign before it.
_HAPROXY_SOON = _HAPROXY.replace("/{request_time", "/+{request_time").replace(" {bytes}", " +{bytes}")
_ENVOY = '[{time:time}] "{request}" {status} {response_flags} '
_ENVOY_NUMBERS = "{bytes_received} {bytes} {request_time:milliseconds} {upstream_service_time:milliseconds} "
_ENVOY_TEXTS = '"{agent}" "{request_id}" "{host:authority}" "{upstream_host}"'
_SQUID = (
    "{time:time} {request_time!p:milliseconds} {client} {cache_result}/{status} {bytes} {method} {target} "
    "{user} {hierarchy}/{server} {content_type:word}"
)
_ELB = (
    "{time:time} {elb} {client:endpoint} {backend_address} {request_processing_time:seconds} "
    "{backend_processing_time:seconds} {response_processing_time:seconds} {status} {backend_status:status} "
    '{bytes_received} {bytes} "{request}" "{agent}" {ssl_cipher} {ssl_protocol:word}'
)
_NLB = (
    "tls {version} {time:time} {elb} {listener} {client:endpoint} {destination} "
    "{connection_time:milliseconds} {tls_handshake_time:milliseconds} {bytes_received} {bytes} "
    "{incoming_tls_alert} {chosen_cert_arn} {chosen_cert_serial} {tls_cipher} {tls_protocol_version} "
    "{tls_named_group} {host} {alpn_fe_protocol} {alpn_be_protocol} {alpn_client_preference_list} "
    "{tls_connection_creation_time:time}"
)


class TextFormat(NamedTuple):
    """A format: a line has one of the shapes."""

    name: str
    of: str  # who writes it
    shapes: tuple[str, ...]
    sure: tuple[str, ...] = ("client",)  # what is there, not `-`, in lines that tell the format
    with_more: str = ""  # what it is called if its lines go on


# In the order in which they are tried: those with more in a line come before those with less.
FORMATS = (
    TextFormat(
        "vhost_combined",
        "Apache",
        (_VHOST + _COMBINED,),
        sure=("host", "client"),
        with_more="vhost_combined",
    ),
    TextFormat("vhost_common", "Apache", (_VHOST + _COMMON,), sure=("host", "client"), with_more="vhost_common"),
    TextFormat(
        "ingress_nginx",
        "the Kubernetes controller ingress-nginx",
        (
            _COMBINED + " {request_length:uint64} {request_time} [{proxy_upstream_name}] "
            "[{proxy_alternative_upstream_name}] {upstream_addr!l} {upstream_response_length!l} "
            "{upstream_response_time!l} {upstream_status!l} {request_id:word}",
        ),
    ),
    TextFormat(
        "traefik",
        "Traefik, `common`",
        (_COMBINED + ' {request_count:uint64} "{router}" "{server_url}" {request_time:milliseconds}ms',),
    ),
    TextFormat(
        "squid",
        "Squid, `squid` and `combined`",
        (
            _SQUID,
            _COMBINED + " {cache_result:method}:{hierarchy:method}",
        ),
    ),
    TextFormat(
        "haproxy",
        "HAProxy, `httplog`",
        tuple(
            before + headers + '"{request}"'
            for before in (_HAPROXY, _HAPROXY_SOON)
            for headers in ("", "{{{request_headers}}} {{{response_headers}}} ", "{{{request_headers}}} ")
        ),
    ),
    TextFormat(
        "istio",
        "Istio's Envoy",
        (
            _ENVOY
            + '{response_code_details} {connection_termination_details} "{upstream_failure_reason}" '
            + _ENVOY_NUMBERS
            + '"{x_forwarded_for}" '
            + _ENVOY_TEXTS
            + " {upstream_cluster} {upstream_local_address} {downstream_local_address} {client:endpoint} "
            "{requested_server_name} {route_name:word}",
        ),
    ),
    TextFormat(
        "envoy", "Envoy", (_ENVOY + _ENVOY_NUMBERS + '"{client:forwarded}" ' + _ENVOY_TEXTS,), sure=("time", "host")
    ),
    TextFormat(
        "alb",
        "AWS Application Load Balancer",
        (_ALB + " {conn_trace_id:word}", _ALB + " {conn_trace_id} {more}", _ALB),
    ),
    TextFormat(
        "elb",
        "AWS Classic Load Balancer",
        (_ELB,),
    ),
    TextFormat(
        "nlb",
        "AWS Network Load Balancer, TLS listeners",
        (_NLB,),
    ),
    TextFormat(
        "s3",
        "Amazon S3",
        (
            _S3 + _S3_HOST + " {tls_version} {access_point_arn} {acl_required:word}",
            _S3 + _S3_HOST + " {tls_version} {access_point_arn} {acl_required} {source_region:word}",
            _S3 + _S3_HOST + " {tls_version} {access_point_arn} {acl_required} {source_region} {more}",
            _S3 + _S3_HOST + " {tls_version:word}",
            _S3,
        ),
        sure=("time", "bucket"),
    ),
    TextFormat(
        "uvicorn",
        "uvicorn",
        ('{level:method}:{client!p:endpoint} - "{request}" {status} {reason}',),
        sure=("client", "method"),
    ),
    TextFormat(
        "lighttpd",
        "lighttpd",
        ('{client} {host:full_host} {user} [{time}] "{request}" {status} {bytes}' + _BROWSER,),
        sure=("client", "host"),
    ),
    TextFormat(
        "combined",
        "Apache, nginx, gunicorn, Jetty, Varnish",
        (_COMBINED, _FORWARDED + _BROWSER),
        with_more="nginx",
    ),
    TextFormat("common", "Apache, Tomcat", (_COMMON, _FORWARDED), with_more="common"),
)
