/** As the first paint decided it; crossing the border starts the page anew. */
export function isPc(): boolean {
  return document.documentElement.classList.contains('pc');
}
