/** RP-04: 1 to 20 decimal digits, as a string. */
export function isRoomId(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}
