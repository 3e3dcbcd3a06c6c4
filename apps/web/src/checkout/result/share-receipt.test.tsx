import type { OrderInfo } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentToast, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { order as sampleOrder } from '../machine/purchase/test/purchase-samples.ts';
import { ShareReceipt } from './share-receipt.tsx';

const receiptPicture = vi.fn<(order: OrderInfo, hasArrived: boolean) => Promise<File>>();
vi.mock('./receipt-picture.ts', () => ({
  receiptPicture: (order: OrderInfo, hasArrived: boolean) => receiptPicture(order, hasArrived),
}));

const ORDER = { ...sampleOrder('delivered'), receiptLink: 'AZqLXnwAcACAAAAAAAAAAA.c2lnbmF0dXJlLW9mLW91cg' };
const PICTURE = new File(['picture'], 'JW.png', { type: 'image/png' });
const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());

function browserThat(canShare: boolean): void {
  Object.assign(navigator, { canShare: () => canShare, share });
}
const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => vi.clearAllMocks());

describe('the receipt as a picture', () => {
  it('the receipt picture is shared once through the device’s share sheet', async () => {
    browserThat(true);
    receiptPicture.mockResolvedValue(PICTURE);
    render(<ShareReceipt order={ORDER} hasArrived />);
    await userEvent.click(button('مشاركة صورة الإيصال'));
    await waitFor(() => expect(share).toHaveBeenCalledExactlyOnceWith({ files: [PICTURE] }));
    expect(receiptPicture).toHaveBeenCalledExactlyOnceWith(ORDER, true);
    expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
  });

  it('[ORD-22 in part] without a share sheet the receipt is saved; its WhatsApp text has a link and no recipient', async () => {
    browserThat(false);
    receiptPicture.mockResolvedValue(PICTURE);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    render(<ShareReceipt order={ORDER} hasArrived />);
    await userEvent.click(button('حفظ الصورة'));
    await waitFor(() => expect(saved).toEqual(['JW.png']));
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: /WhatsApp/ });
    const text = plain(new URL(href).searchParams.get('text') ?? '');
    expect(text).toBe(
      `تم شحن 1,060 جوهرة عبر جوهرة. رقم الطلب ${orderNumber(ORDER.orderId)}. الإيصال والتحقق منه: ${location.origin}/receipt#${ORDER.receiptLink}`,
    );
    expect(text).not.toContain(ORDER.recipient.displayId);
  });

  it('when the receipt picture cannot be made, the page says so and offers the text for WhatsApp', async () => {
    browserThat(true);
    receiptPicture.mockRejectedValue(new Error('no canvas here'));
    render(<ShareReceipt order={ORDER} hasArrived />);
    await userEvent.click(button('مشاركة صورة الإيصال'));
    await screen.findByRole('link', { name: /WhatsApp/ });
    expect(currentToast()?.text).toBe('تعذّر تجهيز الصورة. يمكن مشاركة الإيصال نصًا.');
  });

  it('closing the share sheet does not show the WhatsApp link', async () => {
    browserThat(true);
    receiptPicture.mockResolvedValue(PICTURE);
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
    render(<ShareReceipt order={ORDER} hasArrived />);
    await userEvent.click(button('مشاركة صورة الإيصال'));
    await waitFor(() => expect(button('مشاركة صورة الإيصال').getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
  });
});
