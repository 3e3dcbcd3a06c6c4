import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { holdPage } from './page-held.ts';
import { word } from '../words/word.ts';
import { classes } from './classes.ts';
import { IconButton } from './button.tsx';
import { useBackGuard } from './back-guard.ts';

/** The open sheets, lowest first. */
const createSheetStack = (): HTMLDialogElement[] => [];

/**
 * Only the lowest sheet draws the scrim. While any sheet is open the page behind does not scroll. Returns a function that
 * removes the sheet.
 */
function enterStack(page: PageScope, sheet: HTMLDialogElement): () => void {
  const open = page.get(createSheetStack);
  open.push(sheet);
  const release = holdPage(page, sheet);
  document.documentElement.classList.add('has-sheet');
  sheet.toggleAttribute('data-lowest', open.length === 1);
  return () => {
    release();
    const index = open.indexOf(sheet);
    if (index >= 0) open.splice(index, 1);
    open[0]?.toggleAttribute('data-lowest', true);
    if (open.length === 0) document.documentElement.classList.remove('has-sheet');
  };
}

export interface SheetProps {
  isOpen: boolean;
  /** Close button, backdrop, Esc or Back was pressed. The caller decides what follows. */
  onClose: () => void;
  title: string;
  isTitleHidden?: boolean;
  /** bottom (PC: centred 440 px), centered everywhere, or a full page, which has its own bar with a close button. */
  kind?: 'bottom' | 'centered' | 'full';
  /** False: no close button; backdrop, Esc and Back do nothing. */
  isCancelable?: boolean;
  /** False if the address decides whether the sheet is open, so that Back closes it without a guard. */
  guardsBack?: boolean;
  /** Above the title: a BadgeIcon, an avatar, a picture. */
  art?: ReactNode;
  children: ReactNode;
}

function isOutside(dialog: HTMLDialogElement, event: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/** A modal on the native dialog, which keeps the focus inside; sheets may lie on sheets. */
export function Sheet(props: SheetProps) {
  const {
    isOpen,
    onClose,
    title,
    kind = 'bottom',
    isCancelable = true,
    guardsBack = true,
    art,
    children,
  } = props;
  const page = usePageScope();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return undefined;
    const opener = document.activeElement;
    const leaveStack = enterStack(page, element);
    element.showModal();
    return () => {
      leaveStack();
      element.close();
      // The dialog has left the page, so the browser does not restore the focus itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [page, isOpen]);
  useBackGuard(isOpen && guardsBack, () => {
    if (isCancelable) onClose();
  });

  if (!isOpen) return null;

  function cancel(event: SyntheticEvent): void {
    event.preventDefault(); // The caller's state decides whether it is open.
    if (isCancelable && event.target === dialog.current) onClose();
  }
  function press(event: MouseEvent<HTMLDialogElement>): void {
    if (isCancelable && event.target === dialog.current && isOutside(dialog.current, event)) onClose();
  }

  return (
    // Keyboard users close it with Esc, which arrives as cancel.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes('sheet', kind !== 'bottom' && kind, art !== undefined && 'with-art')}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClick={press}
    >
      {art}
      <h2 id={titleId} className={classes('sheet-title', props.isTitleHidden && 'visually-hidden')}>
        {title}
      </h2>
      {children}
      {isCancelable && kind !== 'full' && (
        <IconButton
          className="sheet-close"
          icon="x"
          size="s"
          label={word('a11y.closeDialog')}
          onPress={onClose}
        />
      )}
    </dialog>
  );
}
