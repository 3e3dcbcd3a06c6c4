const SECONDS_DIGITS_MAX = 10;

/** Old servers send seconds, new ones milliseconds: ten digits or fewer are seconds. Null if it is no timestamp. */
export function timestampMs(timestamp: number | string): number | null {
  const text = String(timestamp);
  if (!/^\d{1,16}$/.test(text)) return null;
  return text.length <= SECONDS_DIGITS_MAX ? Number(text) * 1_000 : Number(text);
}
