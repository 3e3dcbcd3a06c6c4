/** Opens WhatsApp, in the app or in a browser, with the text ready to send. */
export function shareAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
