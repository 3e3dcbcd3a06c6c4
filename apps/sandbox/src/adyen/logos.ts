const VISA =
  '<text x="20" y="18" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-size="13" font-weight="700" font-style="italic" fill="#1434cb">VISA</text>';
const MASTERCARD =
  '<circle cx="16" cy="13" r="7" fill="#eb001b"/><circle cx="24" cy="13" r="7" fill="#f79e1b"/><path d="M20 7.260a7 7 0 0 1 0 11.480a7 7 0 0 1 0-11.480z" fill="#ff5f00"/>';
const PLAIN = '<rect x="7" y="10" width="26" height="3" fill="#857f72"/>';

const MARKS: Readonly<Record<string, string>> = { visa: VISA, mc: MASTERCARD };

/** A small picture for "logos/visa.svg" and the like. An unknown name gets a plain card. */
export function logoOf(path: string): string {
  const name = /([\w-]+)\.svg$/.exec(path)?.[1] ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26" viewBox="0 0 40 26"><rect x=".5" y=".5" width="39" height="25" rx="4" fill="#fff" stroke="#d9d4c8"/>${MARKS[name] ?? PLAIN}</svg>`;
}
