/** JSON escapes, from left to right, so that an escaped backslash before `u0000` is not taken for the escape itself. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/g;
const LONE_SURROGATE = /^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/;

/**
 * [NET-14] The text without what PostgreSQL refuses: NUL is left out, and half of a surrogate pair becomes the replacement
 * character.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** The same for JSON, where such characters may also be written as escapes. Everything else stays as it was sent. */
export function storableJson(text: string): string {
  return storableText(text).replaceAll(ESCAPE, (escape) => {
    if (escape === String.raw`\u0000`) return '';
    return LONE_SURROGATE.test(escape) ? String.raw`\ufffd` : escape;
  });
}
