/** Holders of the page: open sheets, and steps that ask for confirmation before Back leaves them. */
const holders = new Set<unknown>();
const watchers = new Set<() => void>();

const tell = (): void => {
  for (const watcher of watchers) watcher();
};

export function isPageHeld(): boolean {
  return holders.size > 0;
}

export function holdPage(holder: unknown): void {
  holders.add(holder);
  tell();
}

export function releasePage(holder: unknown): void {
  holders.delete(holder);
  tell();
}

/** Inside the app, its Back button and its pull-to-refresh depend on this. */
export function watchPageHeld(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
