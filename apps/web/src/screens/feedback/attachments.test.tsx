import { askUploadTokens, submitFeedback } from '@jawhara/contract';
import { IMAGE_BYTES_MAX, UPLOAD_TRIES_MAX, VIDEO_BYTES_MAX } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileLine, type SentFile } from '../../api/test/file-line.ts';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { storedReportDraft } from '../../browser/storage/reports.ts';
import { act, cleanup, plain, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import {
  goOffline,
  openForm,
  pickFiles,
  sendButton,
  someFile,
  takeAll,
  write,
} from './test/report-server.tsx';

let line: readonly SentFile[];
beforeEach(() => {
  localStorage.clear();
  goOffline(false);
  takeAll();
  line = fileLine();
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

async function sent(nth: number): Promise<SentFile> {
  await waitFor(() => expect(line.length).toBeGreaterThan(nth));
  const file = line[nth];
  if (file === undefined) throw new Error(`no file ${nth}`);
  return file;
}
const remove = (name: string) =>
  screen.getByRole('button', { name: (label) => plain(label) === `إزالة ${name}` });
const retry = (name: string) =>
  screen.findByRole('button', { name: (label) => plain(label) === `إعادة رفع ${name}` });
const said = (sentence: string) =>
  waitFor(() => {
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => plain(textContent));
    expect(alerts.join(' ')).toContain(sentence);
  });

describe('a picture or video attached to a report', () => {
  it('[FBK-02] each file of a report is uploaded with its own token, shows its progress, and is sent with the report', async () => {
    openForm();
    await write();
    await pickFiles(someFile('a.jpg'), someFile('b.mp4', 'video/mp4'));
    const [first, second] = [await sent(0), await sent(1)];
    expect(requestsTo(askUploadTokens)).toHaveLength(2);
    expect(first.form.get('token')).not.toBe(second.form.get('token'));
    act(() => first.move(0.62));
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: (name) => plain(name) === 'نرفع a.jpg',
    });
    expect(bar.value).toBe(62);
    await userEvent.click(sendButton()); // pressed during the uploads: the report waits for them
    expect(requestsTo(submitFeedback)).toEqual([]);
    act(() => first.take());
    act(() => second.take());
    await waitFor(() => expect(location.pathname).toBe('/feedback-success'));
    expect(requestsTo(submitFeedback)).toMatchObject([
      { images: JSON.stringify([first.form.get('key'), second.form.get('key')]) },
    ]);
  });

  it('[FBK-01] the form names the upload limits, and a file beyond them is refused with the reason and not uploaded', async () => {
    openForm();
    expect(plain((await screen.findByText(/الصورة حتى/)).textContent)).toBe(
      'الصورة حتى 10 MB، والفيديو حتى 50 MB.',
    );
    await pickFiles(someFile('page.html', 'text/html'));
    await said('يمكن إرفاق الصور والفيديو فقط.');
    await pickFiles(
      someFile('page.html', 'text/html'),
      someFile('large.jpg', 'image/jpeg', IMAGE_BYTES_MAX + 1),
    );
    await said('الملف أكبر من 10 MB.');
    const faults = [...document.querySelectorAll('#report-files .field-error')];
    expect(faults.map(({ textContent }) => plain(textContent))).toEqual([
      'يمكن إرفاق الصور والفيديو فقط.',
      'الملف أكبر من 10 MB.',
    ]);
    await pickFiles(someFile('big.jpg', 'image/jpeg', IMAGE_BYTES_MAX + 1));
    await said('الملف أكبر من 10 MB.');
    await pickFiles(someFile('long.mp4', 'video/mp4', VIDEO_BYTES_MAX + 1));
    await said('الملف أكبر من 50 MB.');
    expect([requestsTo(askUploadTokens), line]).toEqual([[], []]);
    await pickFiles(...['a', 'b', 'c', 'd'].map((name) => someFile(`${name}.jpg`)));
    await said('3 صور أو مقاطع كحد أقصى.');
    expect(screen.getByText((text) => plain(text) === '3 من 3')).toBeDefined();
    expect(screen.queryByLabelText('إضافة صورة أو فيديو', { selector: 'input' })).toBeNull();
  });

  it('[FBK-02] a file refused as busy is uploaded again by itself with the same token, and shows its progress', async () => {
    openForm();
    await write();
    await pickFiles(someFile('a.jpg'));
    const first = await sent(0);
    act(() => first.move(1));
    act(() => first.refuse('busy', 0));
    const again = await sent(1);
    expect(again.form.get('token')).toBe(first.form.get('token'));
    act(() => again.move(0.4));
    const bar = screen.getByRole<HTMLProgressElement>('progressbar');
    expect(bar.value).toBe(40);
    expect(screen.queryByRole('button', { name: /إعادة رفع/ })).toBeNull();
    act(() => again.take());
    await userEvent.click(sendButton());
    await waitFor(() => expect(location.pathname).toBe('/feedback-success'));
    expect(requestsTo(askUploadTokens)).toHaveLength(1);
  });

  it('[FBK-02] after the last attempt of an upload that the server refuses as busy, the file shows a retry button', async () => {
    openForm();
    await write();
    await pickFiles(someFile('a.jpg'));
    for (let n = 0; n < UPLOAD_TRIES_MAX; n += 1) {
      const one = await sent(n);
      act(() => one.refuse('busy', 0));
    }
    await retry('a.jpg');
    expect(line).toHaveLength(UPLOAD_TRIES_MAX);
  });

  it('a failed upload shows an error, and the report is not sent until the retry button has uploaded the file again', async () => {
    openForm();
    await write();
    await pickFiles(someFile('a.jpg'));
    const broken = await sent(0);
    act(() => broken.breakOff());
    await said('تعذّر رفع a.jpg. أعد المحاولة.');
    await userEvent.click(sendButton());
    expect(requestsTo(submitFeedback)).toEqual([]);
    await userEvent.click(await retry('a.jpg'));
    const again = await sent(1);
    act(() => again.take());
    await userEvent.click(sendButton());
    await waitFor(() =>
      expect(requestsTo(submitFeedback)).toMatchObject([{ images: JSON.stringify([again.form.get('key')]) }]),
    );
  });

  it('a file that got no upload token shows a retry button; a file that the server cannot read does not', async () => {
    openForm();
    network.use(answer(askUploadTokens, LOST));
    await pickFiles(someFile('a.jpg'));
    await retry('a.jpg');
    await userEvent.click(remove('a.jpg'));
    takeAll();
    await pickFiles(someFile('b.jpg'));
    const refused = await sent(0);
    act(() => refused.refuse('file-unreadable'));
    await said('تعذّرت قراءة الملف. اختر ملفًا آخر.');
    expect(screen.queryByRole('button', { name: /إعادة رفع/ })).toBeNull();
  });

  it('removing a file stops its upload, and the report is sent without it', async () => {
    openForm();
    await write();
    await pickFiles(someFile('a.jpg'));
    const stopped = await sent(0);
    await userEvent.click(remove('a.jpg'));
    expect(stopped.isAborted()).toBe(true);
    await userEvent.click(sendButton());
    await waitFor(() => expect(requestsTo(submitFeedback)).toMatchObject([{ images: '[]' }]));
  });

  it('an uploaded file is still attached to the draft after the page died and was opened again', async () => {
    openForm();
    await pickFiles(someFile('a.jpg'));
    const one = await sent(0);
    act(() => one.take());
    await waitFor(() => expect(storedReportDraft.read()?.files).toHaveLength(1));
    cleanup();
    openForm();
    expect(remove('a.jpg')).toBeDefined();
    await write();
    await userEvent.click(sendButton());
    await waitFor(() =>
      expect(requestsTo(submitFeedback)).toMatchObject([{ images: JSON.stringify([one.form.get('key')]) }]),
    );
  });

  it('a file picked offline is uploaded when the connection is back', async () => {
    openForm();
    goOffline(true);
    await pickFiles(someFile('a.jpg'));
    await said('a.jpg: نرفعه عند عودة الاتصال.');
    expect(requestsTo(askUploadTokens)).toEqual([]);
    goOffline(false);
    await sent(0);
  });
});
