import { ROOM_CALL_HEADERS } from './edge-headers.ts';
import type { Serve } from './edge-places.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { errorPages } from './nginx-errors.ts';
import { forwardedHeaders } from './nginx-http.ts';
import { callLimit, socketLimits } from './nginx-limits.ts';
import { headerLines, type Directive } from './nginx-text.ts';

/** Longer than the 121 s after which a page closes a silent socket itself (RP-41). */
const SOCKET_SILENCE_S = 150;

/** A page tries again every second (RP-42): a gateway that does not answer is left before its next attempt. */
const CONNECT_WITHIN_S = 1;

const PASS: readonly string[] = [
  'proxy_pass http://edge_rooms',
  `proxy_connect_timeout ${CONNECT_WITHIN_S}s`,
];

/** A gateway that is gone, or drains and says 503 (RP-56), is passed over. Its answer comes before it takes the ticket. */
const NEXT_GATEWAY = 'proxy_next_upstream error timeout http_503';

export function roomUpstream({ roomHosts }: EdgeSettings): Directive[] {
  if (roomHosts.length === 0) return [];
  return [
    {
      head: 'upstream edge_rooms',
      inside: [
        'least_conn',
        // After a failure a gateway is left out for a second, so that one that came back takes its share of a storm.
        ...roomHosts.map((host) => `server ${host} max_fails=1 fail_timeout=1s`),
        'keepalive 64',
        'keepalive_timeout 30s',
      ],
    },
  ];
}

export function roomCallLines(
  settings: EdgeSettings,
  { bodyBytesMax, mayRepeat }: Extract<Serve, { kind: 'room-call' }>,
): Directive[] {
  return [
    ...PASS,
    ...(mayRepeat ? [NEXT_GATEWAY] : []),
    callLimit(settings),
    `client_max_body_size ${bodyBytesMax}`,
    'proxy_request_buffering off',
    // The edge's own in the place of the gateway's, so that none comes twice.
    ...Object.keys(ROOM_CALL_HEADERS).map((name) => `proxy_hide_header ${name}`),
    ...headerLines(ROOM_CALL_HEADERS),
    ...errorPages('call'),
  ];
}

/** The log has paths without queries, so no ticket of a socket's address is in it. */
export function roomSocketLines(settings: EdgeSettings): Directive[] {
  return [
    ...PASS,
    NEXT_GATEWAY,
    ...forwardedHeaders(settings, 'upgrade'),
    'proxy_set_header upgrade $http_upgrade',
    `proxy_read_timeout ${SOCKET_SILENCE_S}s`,
    'proxy_buffering off',
    ...socketLimits(settings),
    callLimit(settings),
    ...errorPages('call'),
  ];
}
