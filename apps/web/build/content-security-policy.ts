import { reportPolicyViolations } from '@jawhara/contract';

export interface PolicyFacts {
  /** Hashes of the scripts written into the pages. */
  readonly inlineScripts: readonly string[];
  /** Whose scripts may run on the page: the providers that give their card fields as a script. */
  readonly scriptOrigins: readonly string[];
  /** Where the providers' frames, answers and pictures come from. Nothing of theirs runs in our page by this. */
  readonly fieldsOrigins: readonly string[];
  /** The other hosts of the deployment: a page asks whether they are there. */
  readonly hostOrigins?: readonly string[];
  /** Where faces and the pictures of packs come from. */
  readonly imageOrigins?: readonly string[];
  /** Where a bank's check comes from; empty on pages where nothing is paid. */
  readonly bankOrigins?: readonly string[];
  /** Where room sockets lead; empty on pages that show no room. */
  readonly socketOrigins?: readonly string[];
}

const ORIGIN = /^(https:\/\/(\*\.)?|http:\/\/)[a-z0-9.-]+(:\d+)?$/;

/** A list as settings write it: origins with blanks or commas between them. Anything else could open the page to anybody. */
export function originsIn(setting: string | undefined): string[] {
  const origins = (setting ?? '').split(/[\s,]+/).filter((part) => part !== '');
  for (const origin of origins) {
    if (!ORIGIN.test(origin)) throw new Error(`"${origin}" is no origin like https://fields.example`);
  }
  return origins;
}

/** The bank behind a card can be any bank: then `https:`, and nothing wider. */
const ANY_BANK = 'https:';

export function bankOriginsIn(setting: string | undefined): string[] {
  const text = (setting ?? '').trim();
  return text === '' || text === ANY_BANK ? [ANY_BANK] : originsIn(text);
}

/** Chrome reads `report-to`, whose name the header `Reporting-Endpoints` explains, and the others `report-uri`. */
const REPORTING: readonly (readonly string[])[] = [
  ['report-uri', reportPolicyViolations.path],
  ['report-to', 'csp'],
];

const unique = (origins: readonly string[]): string[] => [...new Set(origins)];

function written(rules: readonly (readonly string[])[]): string {
  return [...rules, ...REPORTING].map((rule) => rule.join(' ')).join('; ');
}

/**
 * Scripts are ours or the card fields'. Frames, and the forms that a 3-D Secure check posts into them, are open to the banks as
 * well, on pages where a payer may pay.
 */
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
  /** Whose scripts may run on the login page, and nowhere else. */
  readonly scriptOrigins: readonly string[];
  /** Where their frames, answers and styles come from. */
  readonly signInOrigins: readonly string[];
  readonly hostOrigins?: readonly string[];
  readonly imageOrigins?: readonly string[];
}

/** The login page takes no card and opens no bank: the two providers of sign-in are let in, and nobody else. */
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
