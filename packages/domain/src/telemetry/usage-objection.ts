/** The header value of a request whose sender wants no records of how they use the site. */
export const USAGE_OBJECTION = '1';

/** A header that a proxy has doubled still counts; any other value does not. */
export function objectsToUsage(said: unknown): boolean {
  return typeof said === 'string' && said.split(',').some((word) => word.trim() === USAGE_OBJECTION);
}
