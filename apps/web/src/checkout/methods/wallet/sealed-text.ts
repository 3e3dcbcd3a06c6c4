/** The wallet's token in the form that our server accepts: JSON in base64. */
export function sealedText(paymentInput: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(paymentInput));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
