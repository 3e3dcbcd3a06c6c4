const two = (value: number): string => String(value).padStart(2, '0');

/** "10:42", in the payer's own time. */
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

/** The time of day says something on that day only. */
export function formatClockOrDate(time: Date, now: Date): string {
  return formatDate(time) === formatDate(now) ? formatClock(time) : formatDate(time);
}
