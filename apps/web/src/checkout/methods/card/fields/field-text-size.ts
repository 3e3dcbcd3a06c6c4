/** A colour or size of ours in the current theme: a provider's frame cannot read our CSS variables. */
export function designToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The width of nineteen digits with spaces and the field's own padding, in multiples of the text size. */
const NUMBER_WIDTH_EMS = 11.6;
const BESIDE_NUMBER_PX = 28;

/**
 * The future width of a field. Its place is hidden while it is being opened and has no width, but the element around it has
 * one.
 */
export function fieldWidthPx(place: Element): number {
  const shown = place.clientWidth > 0 ? place : place.parentElement;
  if (shown === null) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(shown);
  return Math.max(
    0,
    shown.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0),
  );
}

/**
 * A provider's frame does not inherit our text size, so we compute it: as large as the text around it, but small enough for
 * a whole card number. `widthPx` of 0: unknown.
 */
export function fieldTextPx(basePx: number, widthPx: number): number {
  const scale = Number(designToken('text-scale')) || 1;
  const wanted = basePx * scale;
  if (widthPx <= 0) return wanted;
  return Math.round(Math.max(basePx, Math.min(wanted, (widthPx - BESIDE_NUMBER_PX) / NUMBER_WIDTH_EMS)));
}
