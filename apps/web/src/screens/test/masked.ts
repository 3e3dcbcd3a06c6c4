const SHOWN_CHARACTERS = 4;

/** Enough of a secret to tell two secrets apart, and no more. */
export function masked(secret: string | null): string {
  if (secret === null) return '-';
  return `${secret.slice(0, SHOWN_CHARACTERS)}… (${secret.length})`;
}
