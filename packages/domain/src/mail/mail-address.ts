import type { Brand } from '../brand.ts';

/** An e-mail address that can be used in headers unchanged: ASCII, no quotes, no spaces, no control characters. */
export type MailAddress = Brand<string, 'MailAddress'>;

/** RFC 5321: the longest address, and the longest part before the @. */
const ADDRESS_CHARS_MAX = 254;
const LOCAL_CHARS_MAX = 64;
const DOMAIN_CHARS_MAX = 253;

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** The last label has no digits alone, because that would be an IP address. */
const LAST_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  return (
    domain.length <= DOMAIN_CHARS_MAX &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    LAST_LABEL.test(labels.at(-1) ?? '')
  );
}

/** The address as stored, with a lower-case domain; null for text that a mail server would refuse or take as several. */
export function parseMailAddress(typed: string): MailAddress | null {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).toLowerCase()];
  const isAddress =
    at > 0 &&
    text.length <= ADDRESS_CHARS_MAX &&
    local.length <= LOCAL_CHARS_MAX &&
    LOCAL.test(local) &&
    isDomain(domain);
  return isAddress ? (`${local}@${domain}` as MailAddress) : null;
}

/**
 * The most common domains of our payers. If an address has a typing error in one of them, the page suggests the right domain and
 * changes nothing by itself.
 */
const USUAL_DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
] as const;
/** Real domains that differ by one letter from a common one, so nothing is suggested for them. */
const OTHER_DOMAINS: readonly string[] = ['mail.com', 'ymail.com', 'gmx.com', 'line.com'];

/** Whether one letter is missing, added or changed, or two neighbours are swapped. */
function isOneSlipFrom(text: string, other: string): boolean {
  const [short, long] = text.length <= other.length ? [text, other] : [other, text];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (long.length > short.length) return short.slice(same) === long.slice(same + 1);
  const isChanged = short.slice(same + 1) === long.slice(same + 1);
  const isSwapped =
    short[same] === long[same + 1] &&
    short[same + 1] === long[same] &&
    short.slice(same + 2) === long.slice(same + 2);
  return isChanged || isSwapped;
}

/** The address that was probably meant; null if nothing looks like a slip. */
export function likelyAddress(address: MailAddress): MailAddress | null {
  const [local = '', domain = ''] = address.split('@');
  if ([...USUAL_DOMAINS, ...OTHER_DOMAINS].includes(domain)) return null;
  const meant = USUAL_DOMAINS.find((usual) => isOneSlipFrom(domain, usual));
  return meant === undefined ? null : (`${local}@${meant}` as MailAddress);
}
