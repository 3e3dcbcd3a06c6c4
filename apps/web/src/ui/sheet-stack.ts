import { holdPage, releasePage } from './page-held.ts';

const open: HTMLDialogElement[] = [];

/** True for the lowest sheet: it alone draws the scrim. While any sheet is open the page behind does not scroll. */
export function enterStack(sheet: HTMLDialogElement): boolean {
  open.push(sheet);
  holdPage(sheet);
  document.documentElement.classList.add('has-sheet');
  return open.length === 1;
}

export function leaveStack(sheet: HTMLDialogElement): void {
  releasePage(sheet);
  const index = open.indexOf(sheet);
  if (index >= 0) open.splice(index, 1);
  open[0]?.toggleAttribute('data-lowest', true);
  if (open.length === 0) document.documentElement.classList.remove('has-sheet');
}
