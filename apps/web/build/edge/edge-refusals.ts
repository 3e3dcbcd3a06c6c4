import { ERROR_CATALOGUE, errorMessage, FAULT, type Envelope } from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';

/**
 * Errors that the edge answers itself: the request did not reach the API, or got no answer. deploy/edge/site/errors.conf
 * has the causes.
 */
export type EdgeRefusal = 'malformed' | 'file-too-large' | 'busy' | 'fault';

/** The envelope that the API would have sent. */
export function edgeEnvelope(refusal: EdgeRefusal, locale: Locale): string {
  const { result } = refusal === 'fault' ? FAULT : ERROR_CATALOGUE[refusal];
  const envelope: Envelope = { result, code: result, message: errorMessage(refusal, locale), data: null };
  return JSON.stringify(envelope);
}

const PAGE_STYLE =
  'body{font:1.125rem/1.7 system-ui,sans-serif;margin:20vh auto;max-width:34rem;padding:0 1rem;text-align:center}' +
  '@media (prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}}';

/** An error page for visitors: Arabic first, with a link. It loads nothing. */
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
