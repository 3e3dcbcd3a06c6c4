export interface PolicyFacts {
  /** Hashes of the scripts written into the pages. */
  readonly inlineScripts: readonly string[];
  /** Where the hosted card fields come from, or null before one is configured. */
  readonly fieldsOrigin: string | null;
}

/** Scripts are ours or the card fields'. Frames are open to https, because the bank behind a card is any bank. */
export function contentSecurityPolicy({ inlineScripts, fieldsOrigin }: PolicyFacts): string {
  const fields = fieldsOrigin === null ? [] : [fieldsOrigin];
  const rules: readonly (readonly string[])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...inlineScripts, ...fields],
    ['style-src', "'self'", "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'https:', ...fields],
    ['connect-src', "'self'", ...fields],
    ['frame-src', "'self'", 'https:', ...fields],
    ['frame-ancestors', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
  ];
  return rules.map((rule) => rule.join(' ')).join('; ');
}
