/** Changes the address without a step in the history; whatever the entry carries (a Back guard, say) stays. */
export function replaceAddress(address: string): void {
  if (`${location.pathname}${location.search}` === address) return;
  history.replaceState(history.state, '', address);
}
