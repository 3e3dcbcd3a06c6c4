import { ERROR_CATALOGUE, errorMessage, FAULT, type Envelope } from '@jawhara/contract';
import { LOCALES, type Locale } from '@jawhara/domain';

/** The reason the edge gives itself: the request never came to the API, or no answer came back. */
export const EDGE_REFUSALS = ['malformed', 'file-too-large', 'busy', 'fault'] as const;
export type EdgeRefusal = (typeof EDGE_REFUSALS)[number];

export interface OwnError {
  /** nginx's number; those from 494 to 497 are its own and no status of HTTP. */
  readonly code: number;
  readonly status: number;
  readonly refusal: EdgeRefusal;
}

const same = (refusal: EdgeRefusal, ...codes: number[]): OwnError[] =>
  codes.map((code) => ({ code, status: code, refusal }));

/**
 * Every error that nginx answers by itself, except 404, which is the shell. Without a page of ours it would send its own, bare
 * of headers. A time-out (408) is not here: nginx closes those without an answer.
 */
export const OWN_ERRORS: readonly OwnError[] = [
  ...same('malformed', 400, 403, 405, 412, 413, 414, 416, 421),
  // More at once from one network than it may have.
  ...same('busy', 429),
  { code: 494, status: 431, refusal: 'malformed' },
  // A certificate nobody asked for, and plain http on the port of https.
  { code: 495, status: 400, refusal: 'malformed' },
  { code: 496, status: 400, refusal: 'malformed' },
  { code: 497, status: 400, refusal: 'malformed' },
  ...same('malformed', 501, 505),
  ...same('fault', 500, 502, 503, 504, 507),
];

export const EDGE_LOCALES = Object.keys(LOCALES) as Locale[];

/** The same envelope that the API would have sent. */
export function edgeEnvelope(refusal: EdgeRefusal, locale: Locale): string {
  const { result } = refusal === 'fault' ? FAULT : ERROR_CATALOGUE[refusal];
  const envelope: Envelope = { result, code: result, message: errorMessage(refusal, locale), data: null };
  return JSON.stringify(envelope);
}

const PAGE_STYLE =
  'body{font:1.125rem/1.7 system-ui,sans-serif;margin:20vh auto;max-width:34rem;padding:0 1rem;text-align:center}' +
  '@media (prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}}';

/** For a person: Arabic first, with a way on. It loads nothing. */
export function edgePage(refusal: EdgeRefusal): string {
  return [
    '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${errorMessage(refusal, 'ar')}</title><style>${PAGE_STYLE}</style></head><body><main>`,
    `<h1>${errorMessage(refusal, 'ar')}</h1>`,
    `<p lang="en" dir="ltr">${errorMessage(refusal, 'en')}</p>`,
    '<p><a href="/" lang="en">Jawhara</a></p>',
    '</main></body></html>',
  ].join('');
}
