import { reportPolicyViolations } from '@jawhara/contract';

export interface PolicyFacts {
  /** Hashes of the scripts written into the pages. */
  readonly inlineScripts: readonly string[];
  /** Origins of the providers' scripts that may run on the page. */
  readonly scriptOrigins: readonly string[];
  /** Origins of the providers' frames, calls and pictures. They may not run scripts in our page. */
  readonly fieldsOrigins: readonly string[];
  /** The other hosts of the deployment, which a page probes. */
  readonly hostOrigins?: readonly string[];
  /** Origins of faces and pack pictures. */
  readonly imageOrigins?: readonly string[];
  /** Origins of a bank's check; empty on pages without payments. */
  readonly bankOrigins?: readonly string[];
  /** Origins of room sockets; empty on pages without rooms. */
  readonly socketOrigins?: readonly string[];
}

const ORIGIN = /^(https:\/\/(\*\.)?|http:\/\/)[a-z0-9.-]+(:\d+)?$/;

/** The origins of a setting, separated by blanks or commas. Throws on any other text, which could widen the policy. */
export function originsIn(setting: string | undefined): string[] {
  const origins = (setting ?? '').split(/[\s,]+/).filter((part) => part !== '');
  for (const origin of origins) {
    if (!ORIGIN.test(origin)) throw new Error(`"${origin}" is no origin like https://fields.example`);
  }
  return origins;
}

/** Any bank may have issued the card, so any https origin is allowed, and nothing else. */
const ANY_BANK = 'https:';

export function bankOriginsIn(setting: string | undefined): string[] {
  const text = (setting ?? '').trim();
  return text === '' || text === ANY_BANK ? [ANY_BANK] : originsIn(text);
}

/** Chrome uses `report-to`, whose endpoint the header `Reporting-Endpoints` names; other browsers use `report-uri`. */
const REPORTING: readonly (readonly string[])[] = [
  ['report-uri', reportPolicyViolations.path],
  ['report-to', 'csp'],
];

const unique = (origins: readonly string[]): string[] => [...new Set(origins)];

function written(rules: readonly (readonly string[])[]): string {
  return [...rules, ...REPORTING].map((rule) => rule.join(' ')).join('; ');
}

/** The policy of all pages but the login page. With `bankOrigins`, frames and forms may also lead to banks, for 3-D Secure. */
export function contentSecurityPolicy({
  inlineScripts,
  scriptOrigins,
  fieldsOrigins,
  hostOrigins = [],
  imageOrigins = [],
  bankOrigins = [],
  socketOrigins = [],
}: PolicyFacts): string {
  const fields = unique([...scriptOrigins, ...fieldsOrigins]);
  const rules: readonly (readonly string[])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...inlineScripts, ...scriptOrigins],
    ['script-src-attr', "'none'"],
    ['style-src', "'self'", "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', ...unique([...fields, ...imageOrigins])],
    ['connect-src', "'self'", ...fields, ...hostOrigins, ...socketOrigins],
    ['frame-src', "'self'", ...unique([...bankOrigins, ...fields])],
    ['frame-ancestors', "'self'"],
    ['form-action', "'self'", ...unique([...bankOrigins, ...fields])],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
  ];
  return written(rules);
}

export interface LoginPolicyFacts {
  readonly inlineScripts: readonly string[];
  /** Origins of the sign-in scripts, which only the login page may run. */
  readonly scriptOrigins: readonly string[];
  /** Origins of the sign-in providers' frames, calls and styles. */
  readonly signInOrigins: readonly string[];
  readonly hostOrigins?: readonly string[];
  readonly imageOrigins?: readonly string[];
}

/** The login page takes no card and opens no bank: only the two sign-in providers are allowed. */
export function loginPolicy({
  inlineScripts,
  scriptOrigins,
  signInOrigins,
  hostOrigins = [],
  imageOrigins = [],
}: LoginPolicyFacts): string {
  const providers = unique([...scriptOrigins, ...signInOrigins]);
  const rules: readonly (readonly string[])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...inlineScripts, ...scriptOrigins],
    ['script-src-attr', "'none'"],
    ['style-src', "'self'", "'unsafe-inline'", ...providers],
    ['img-src', "'self'", 'data:', ...unique([...providers, ...imageOrigins])],
    ['connect-src', "'self'", ...providers, ...hostOrigins],
    ['frame-src', "'self'", ...providers],
    ['frame-ancestors', "'none'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
  ];
  return written(rules);
}
