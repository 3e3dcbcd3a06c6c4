import { describe, expect, it, vi } from 'vitest';
import { plain, render, screen, userEvent } from '../../../ui/test/library.ts';
import { DeleteCardSheet, ExpiredCardSheet } from './card-dialogs.tsx';
import { savedCard } from './test/card-samples.ts';

const CARD = savedCard('src_abcdefgh', true);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const nothing = (): void => undefined;

describe('an expired saved card', () => {
  it('[ERR-03] [NAV-07 in part] the sheet of an expired card explains it and offers deleting it or another card', async () => {
    const [onDelete, onOther] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(<ExpiredCardSheet card={CARD} onDelete={onDelete} onOther={onOther} onClose={nothing} />);
    expect(plain(screen.getByRole('dialog').textContent)).toContain(
      'يقول البنك إن البطاقة منتهية، فبياناتها المحفوظة لم تعد تعمل. احذفها وادفع من جديد، أو استخدم بطاقة أخرى.',
    );
    await press('حذف');
    expect(onDelete).toHaveBeenCalledOnce();
    await press('استخدام بطاقة أخرى');
    expect(onOther).toHaveBeenCalledOnce();
  });
});

describe('deleting', () => {
  it('[ERR-03] [NAV-07 in part] the delete sheet says what is lost, and offers deleting or cancelling', async () => {
    const [onDelete, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(<DeleteCardSheet card={CARD} isDeleting={false} onDelete={onDelete} onClose={onClose} />);
    expect(plain(screen.getByRole('dialog').textContent)).toContain(
      'بعد الحذف تُكتب بياناتها من جديد عند الدفع.',
    );
    await press('إلغاء');
    expect([onDelete.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
    await press('حذف');
    expect(onDelete).toHaveBeenCalledOnce();
  });
});
