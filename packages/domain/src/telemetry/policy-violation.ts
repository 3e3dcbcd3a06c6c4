/** A resource that a page was not allowed to load or run, as its browser reports it. */
export interface PolicyViolation {
  /** The address of the page. */
  readonly page: string;
  /** An address, or a word like `inline` or `eval`. */
  readonly blocked: string;
  /** The rule that stood in the way: `script-src-elem`. */
  readonly directive: string;
  /** The script that tried. */
  readonly source: string;
  readonly line: number | null;
}

const CHARACTERS_MAX = 200;

/** A query or a hash may hold a session, a path of one of our pages never does; of data only that it was data. */
function withoutQuery(address: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  const bare = address.split(/[?#]/, 1)[0] ?? '';
  return scheme === undefined || /^https?$/.test(scheme) ? bare : `${scheme}:`;
}

/** As it may be kept: short, and without what addresses carry. */
export function keptViolation({ page, blocked, directive, source, line }: PolicyViolation): PolicyViolation {
  const kept = (address: string): string => withoutQuery(address).slice(0, CHARACTERS_MAX);
  return {
    page: kept(page),
    blocked: kept(blocked),
    // Old browsers send the whole rule with its origins.
    directive: (directive.trim().split(/\s/, 1)[0] ?? '').slice(0, CHARACTERS_MAX),
    source: kept(source),
    line,
  };
}
