import { API_PREFIXES } from './edge-places.ts';
import { REFUSAL_HEADERS } from './edge-headers.ts';
import {
  EDGE_LOCALES,
  EDGE_REFUSALS,
  edgeEnvelope,
  edgePage,
  OWN_ERRORS,
  type EdgeRefusal,
  type OwnError,
} from './edge-refusals.ts';
import { headerLines, quoted, type Directive } from './nginx-text.ts';

/** A call is answered with the envelope, everything else with a page. */
type Asked = 'call' | 'page';

const RETRY_AFTER_S = 2;

/** The content is told by the location, whatever the ending of the address. */
export const NO_TYPES: Directive = { head: 'types', inside: [] };

const variable = (refusal: EdgeRefusal): string => `$edge_says_${refusal.replaceAll('-', '_')}`;
const path = (asked: string, name: number | string): string => `/_refused/${asked}/${name}`;

/** The request line decides: before a request is understood there is nothing else to go by. */
export function errorMaps(): Directive[] {
  const calls = API_PREFIXES.map((prefix) => prefix.slice(1, -1)).join('|');
  return [
    {
      head: 'map $request $edge_asked',
      inside: [`"~^\\S+ (?:https?://[^/ ]*)?/+(?:${calls})(?:[/?# ]|$)" call`, 'default page'],
    },
    ...EDGE_REFUSALS.map((refusal) => ({
      head: `map $edge_locale ${variable(refusal)}`,
      inside: EDGE_LOCALES.map((locale) => `${locale} ${quoted(edgeEnvelope(refusal, locale))}`),
    })),
  ];
}

/** In every place that has an error of its own: nginx then forgets those of the server. */
export function errorPages(asked: Asked | 'either', isFile = false): string[] {
  const place = asked === 'either' ? '$edge_asked' : asked;
  return OWN_ERRORS.map(({ code, status }) => {
    const name = isFile && code === 413 ? '413-file' : code;
    return `error_page ${code}${code === status ? '' : ` =${status}`} ${path(place, name)}`;
  });
}

function errorLocation(
  asked: Asked,
  name: number | string,
  { status, refusal }: Omit<OwnError, 'code'>,
): Directive {
  const isCall = asked === 'call';
  return {
    head: `location = ${path(asked, name)}`,
    inside: [
      'internal',
      // Over HTTP/2 nginx would refuse the same body here once more, in its own words.
      'client_max_body_size 0',
      NO_TYPES,
      `default_type "${isCall ? 'application/json' : 'text/html'}; charset=utf-8"`,
      ...headerLines(REFUSAL_HEADERS),
      ...(status === 405 && !isCall ? ['add_header allow "GET, HEAD" always'] : []),
      // A sender past the limit is not listened to any longer: neither to the rest of its body nor to its next request.
      ...(status === 429
        ? [`add_header retry-after ${RETRY_AFTER_S} always`, 'lingering_close off', 'keepalive_timeout 0']
        : []),
      `return ${status} ${isCall ? variable(refusal) : quoted(edgePage(refusal))}`,
    ],
  };
}

/** Each server has its own: nginx refuses a malformed request before it knows which host was asked. */
export function errorLocations(): Directive[] {
  const kinds: readonly Asked[] = ['call', 'page'];
  return [
    ...kinds.flatMap((asked) => OWN_ERRORS.map((error) => errorLocation(asked, error.code, error))),
    errorLocation('call', '413-file', { status: 413, refusal: 'file-too-large' }),
  ];
}
