import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Sheet } from './sheet.tsx';
import type { SheetProps } from './sheet.tsx';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';

describe('Sheet', () => {
  let screen: TestScreen;
  const dialogs = () => [...screen.element.querySelectorAll('dialog')];
  const dialog = (): HTMLDialogElement => {
    const last = dialogs().at(-1);
    if (!last) throw new Error('no sheet is open');
    last.getBoundingClientRect = () => new DOMRect(0, 400, 360, 300);
    return last;
  };
  const sheet = (props: Partial<SheetProps> = {}) => (
    <Sheet isOpen onClose={() => undefined} title="title" guardsBack={false} {...props}>
      <p>inside</p>
    </Sheet>
  );
  const press = (x: number, y: number) =>
    perform(() => dialog().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y })));
  const cancel = () => perform(() => dialog().dispatchEvent(new Event('cancel', { cancelable: true })));

  beforeEach(() => {
    screen = testScreen();
  });
  afterEach(() => screen.remove());

  it('[NAV-05] closes by its button, by the backdrop and by Esc, and not by a press inside', () => {
    const onClose = vi.fn<() => void>();
    screen.render(sheet({ onClose }));
    perform(() => dialog().querySelector('button')?.click());
    expect(onClose).toHaveBeenCalledTimes(1);
    press(100, 100);
    expect(onClose).toHaveBeenCalledTimes(2);
    cancel();
    expect(onClose).toHaveBeenCalledTimes(3);
    press(100, 500);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('[NAV-05] a non-cancelable one has no close button and ignores backdrop and Esc', () => {
    const onClose = vi.fn<() => void>();
    screen.render(sheet({ onClose, isCancelable: false }));
    expect(dialog().querySelector('button')).toBeNull();
    press(100, 100);
    cancel();
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog().open).toBe(true);
  });

  it('[NAV-05] sheets stack: the upper one closes alone, one scrim is drawn, the page is released with the last', () => {
    const both = (isUpperOpen: boolean) => (
      <>
        {sheet({ title: 'lower' })}
        {sheet({ title: 'upper', isOpen: isUpperOpen })}
      </>
    );
    screen.render(both(true));
    expect(dialogs().map((element) => element.hasAttribute('data-lowest'))).toEqual([true, false]);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(true);
    screen.render(both(false));
    expect(dialogs()).toHaveLength(1);
    expect(dialog().open).toBe(true);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(true);
    screen.render(null);
    expect(document.documentElement.classList.contains('has-sheet')).toBe(false);
  });

  it('gives the focus back to what opened it', () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    screen.render(sheet());
    dialog().querySelector('button')?.focus();
    expect(document.activeElement).not.toBe(opener);
    screen.render(null);
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  it('is named by its title', () => {
    screen.render(sheet({ title: 'name of it' }));
    const labelId = dialog().getAttribute('aria-labelledby') ?? '';
    expect(document.getElementById(labelId)?.textContent).toBe('name of it');
  });
});
