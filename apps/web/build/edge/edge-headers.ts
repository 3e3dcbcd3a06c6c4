import { reportPolicyViolations } from '@jawhara/contract';
import { contentSecurityPolicy, loginPolicy } from '../content-security-policy.ts';
import type { EdgeSettings } from './edge-settings.ts';

/** Two years, like the API's. Only sent over https. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** Kinds of answers that differ in these headers; all other headers are the same everywhere. */
export type HeaderSet = 'page' | 'pay' | 'login' | 'asset';

export type Headers = Readonly<Record<string, string>>;

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
  // The sign-in window posts its result to its opener, which `same-origin` would prevent.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  // The endpoint that the policies name for reports of violations.
  'reporting-endpoints': `csp="${reportPolicyViolations.path}"`,
} as const;

const REVALIDATE_ALWAYS = 'no-cache';
/** For files whose name changes with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Headers of errors that the edge answers itself: a page that loads nothing, or an envelope. */
export const REFUSAL_HEADERS: Headers = {
  ...EVERYWHERE,
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Headers of a room gateway's answers: JSON, like the API's. */
export const ROOM_CALL_HEADERS: Headers = {
  ...REFUSAL_HEADERS,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The headers of each kind of answer, without those for https only. */
export function edgeHeaders(
  settings: EdgeSettings,
  inlineScripts: readonly string[],
): Readonly<Record<HeaderSet, Headers>> {
  const facts = {
    inlineScripts,
    scriptOrigins: settings.fieldsScriptOrigins,
    fieldsOrigins: settings.fieldsOrigins,
    hostOrigins: settings.hostOrigins,
    imageOrigins: settings.imageOrigins,
  };
  const login = loginPolicy({
    inlineScripts,
    scriptOrigins: settings.signInScriptOrigins,
    signInOrigins: settings.signInOrigins,
    hostOrigins: settings.hostOrigins,
    imageOrigins: settings.imageOrigins,
  });
  // Rooms are shown on pages without payments: /share.html and /test.
  const policy = contentSecurityPolicy({ ...facts, bankOrigins: [], socketOrigins: settings.socketOrigins });
  const payPolicy = contentSecurityPolicy({ ...facts, bankOrigins: settings.bankOrigins });
  const page = { ...EVERYWHERE, 'x-frame-options': 'SAMEORIGIN', 'content-security-policy': policy };
  return {
    page: { ...page, 'cache-control': REVALIDATE_ALWAYS },
    pay: { ...page, 'content-security-policy': payPolicy, 'cache-control': REVALIDATE_ALWAYS },
    login: {
      ...page,
      'x-frame-options': 'DENY',
      'content-security-policy': login,
      'cache-control': REVALIDATE_ALWAYS,
    },
    asset: { ...page, 'cache-control': FOR_EVER },
  };
}
