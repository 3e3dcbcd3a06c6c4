/** The header value of a request whose sender wants no records of how they use the site. */
export const USAGE_OBJECTION = '1';

/** Whether the header's value is an objection. A value that a proxy has repeated ("1, 1") still counts; any other does not. */
export function objectsToUsage(said: unknown): boolean {
  return typeof said === 'string' && said.split(',').some((word) => word.trim() === USAGE_OBJECTION);
}
