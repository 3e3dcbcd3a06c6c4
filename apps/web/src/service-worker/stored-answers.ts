/** The content type of an answer by its path's extension; a path without one is a page. */
const TYPE_BY_ENDING: Readonly<Record<string, RegExp>> = {
  '': /^text\/html\b/,
  html: /^text\/html\b/,
  js: /^(?:text|application)\/javascript\b/,
  css: /^text\/css\b/,
  svg: /^image\/svg\+xml\b/,
  woff2: /^font\/woff2\b/,
};

/** The properties of an answer that decide whether it may be stored. */
export type AnswerFacts = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>;

/**
 * Whether an answer is the file itself and may be stored: no error, no partial answer, no other origin or address, and no
 * page in place of a script, as the sign-in page of a Wi-Fi is.
 */
export function isStorable(path: string, { status, type, redirected, headers }: AnswerFacts): boolean {
  if (status !== 200 || type !== 'basic' || redirected) return false;
  const ending = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  const expected = TYPE_BY_ENDING[ending];
  return expected === undefined || expected.test(headers.get('content-type') ?? '');
}

/**
 * A stored copy of the file: this release's if it has one, otherwise the newest. Any invalid copy, stored by older
 * releases, is deleted.
 */
export async function findStored(path: string, current: string): Promise<Response | undefined> {
  const newestFirst = (await caches.keys()).reduceRight<string[]>((names, name) => [...names, name], []);
  for (const name of new Set([current, ...newestFirst])) {
    const cache = await caches.open(name);
    const stored = await cache.match(path);
    if (stored === undefined) continue;
    if (isStorable(path, stored)) return stored;
    await cache.delete(path);
  }
  return undefined;
}
