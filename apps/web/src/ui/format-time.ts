const two = (value: number): string => String(value).padStart(2, '0');

/** "10:42" in the payer's time zone. */
export function formatClock(time: Date): string {
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "14/11/2026". */
export function formatDate(time: Date): string {
  return `${two(time.getDate())}/${two(time.getMonth() + 1)}/${time.getFullYear()}`;
}

/** "14/11/2026 10:42". */
export function formatDateTime(time: Date): string {
  return `${formatDate(time)} ${formatClock(time)}`;
}

/** A time of day for today, otherwise the date. */
export function formatClockOrDate(time: Date, now: Date): string {
  return formatDate(time) === formatDate(now) ? formatClock(time) : formatDate(time);
}
