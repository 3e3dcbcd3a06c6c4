import { describe, expect, it, vi } from 'vitest';
import { Sheet } from './sheet.tsx';
import type { SheetProps } from './sheet.tsx';
import { fireEvent, render, screen, userEvent, within } from './test/library.ts';

const dialogs = () => screen.getAllByRole<HTMLDialogElement>('dialog');
const dialog = (): HTMLDialogElement => {
  const last = dialogs().at(-1) as HTMLDialogElement;
  last.getBoundingClientRect = () => new DOMRect(0, 400, 360, 300);
  return last;
};
const closeButton = () => within(dialog()).queryByRole('button');
const sheet = (props: Partial<SheetProps> = {}) => (
  <Sheet isOpen onClose={() => undefined} title="title" guardsBack={false} {...props}>
    <p>inside</p>
  </Sheet>
);
const press = (clientX: number, clientY: number) =>
  userEvent.pointer({ keys: '[MouseLeft]', target: dialog(), coords: { clientX, clientY } });
/** The event by which browsers report Esc and the phone's Back. */
const cancel = () => fireEvent(dialog(), new Event('cancel', { cancelable: true }));

describe('Sheet', () => {
  it('[NAV-05] a sheet closes by its button, by the backdrop and by Esc, but not by a press inside', async () => {
    const onClose = vi.fn<() => void>();
    render(sheet({ onClose }));
    await userEvent.click(screen.getByRole('button', { name: 'إغلاق النافذة' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    await press(100, 100);
    expect(onClose).toHaveBeenCalledTimes(2);
    cancel();
    expect(onClose).toHaveBeenCalledTimes(3);
    await press(100, 500);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('a sheet with a picture has the layout class for pictures, a sheet without one does not', () => {
    const { rerender } = render(sheet());
    expect(dialog().classList.contains('with-art')).toBe(false);
    rerender(sheet({ art: <img alt="" /> }));
    expect(dialog().classList.contains('with-art')).toBe(true);
  });

  it('[NAV-05] a non-cancelable sheet has no close button and ignores backdrop and Esc', async () => {
    const onClose = vi.fn<() => void>();
    render(sheet({ onClose, isCancelable: false }));
    expect(closeButton()).toBeNull();
    await press(100, 100);
    cancel();
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog().open).toBe(true);
  });

  it('[NAV-05] with two stacked sheets the upper one closes alone, and the page scrolls again after both are closed', () => {
    const both = (isUpperOpen: boolean) => (
      <>
        {sheet({ title: 'lower' })}
        {sheet({ title: 'upper', isOpen: isUpperOpen })}
      </>
    );
    const { rerender } = render(both(true));
    expect(dialogs().map((element) => element.hasAttribute('data-lowest'))).toEqual([true, false]);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(true);
    rerender(both(false));
    expect(dialogs()).toHaveLength(1);
    expect(dialog().open).toBe(true);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(true);
    rerender(null);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(false);
  });

  it('a closed sheet returns the focus to the button that opened it', () => {
    const opener = (open: boolean) => (
      <>
        <button type="button">opener</button>
        {open && sheet()}
      </>
    );
    const { rerender } = render(opener(false));
    const button = screen.getByRole('button', { name: 'opener' });
    button.focus();
    rerender(opener(true));
    closeButton()?.focus();
    expect(document.activeElement).not.toBe(button);
    rerender(opener(false));
    expect(document.activeElement).toBe(button);
  });

  it('a sheet has the name of its title', () => {
    render(sheet({ title: 'name of it' }));
    expect(screen.getByRole('dialog', { name: 'name of it' })).toBe(dialog());
  });
});
