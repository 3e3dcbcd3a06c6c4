import type { UploadTicket } from '@jawhara/contract';
import { HTTP_TIMEOUT_MS, type FileKey } from '@jawhara/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendFile } from './send-file.ts';
import { fileLine, type SentFile } from './test/file-line.ts';

const ticket: Extract<UploadTicket, { kind: 'ticket' }> = {
  kind: 'ticket',
  url: 'https://files.example/api/upload/',
  token: 'the-token',
  key: `feedback-${'a'.repeat(40)}` as FileKey,
};

let line: readonly SentFile[];
beforeEach(() => {
  line = fileLine();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(signal = new AbortController().signal) {
  const shares: number[] = [];
  const file = new File(['x'], 'at-home-in-Kuwait.jpg', { type: 'image/jpeg' });
  const ended = sendFile({ ticket, file, onProgress: (share) => shares.push(share), signal });
  const [sent] = line;
  if (sent === undefined) throw new Error('nothing was sent');
  return { ended, shares, sent };
}

it('[FBK-02] a file is posted as a form with token, key and file to the upload address', async () => {
  const { ended, shares, sent } = begin();
  expect(sent.url).toBe(ticket.url);
  expect([...sent.form.keys()]).toEqual(['token', 'key', 'file']);
  expect([sent.form.get('token'), sent.form.get('key')]).toEqual(['the-token', ticket.key]);
  const posted = sent.form.get('file') as File;
  expect([posted.type, posted.name]).toEqual(['image/jpeg', 'file']);
  sent.move(0.5);
  sent.take();
  expect(await ended).toMatchObject({ kind: 'ok', value: { key: ticket.key } });
  expect(shares).toEqual([0.5]);
});

it('a refused upload has the server’s message, and a broken connection is a failure without a response', async () => {
  const first = begin();
  first.sent.refuse('file-unreadable');
  expect(await first.ended).toMatchObject({
    kind: 'refused',
    refusal: 'file-unreadable',
    message: 'تعذّرت قراءة الملف. اختر ملفًا آخر.',
  });
  line = fileLine();
  const second = begin();
  second.sent.breakOff();
  expect(await second.ended).toEqual({ kind: 'failed', failure: 'no-response' });
});

it('an upload that makes progress slowly is not aborted, and an upload without progress times out', async () => {
  vi.useFakeTimers();
  const { ended, sent } = begin();
  for (let share = 0.1; share < 0.5; share += 0.1) {
    vi.advanceTimersByTime(HTTP_TIMEOUT_MS - 1);
    sent.move(share);
  }
  expect(sent.isAborted()).toBe(false);
  vi.advanceTimersByTime(HTTP_TIMEOUT_MS);
  expect(await ended).toEqual({ kind: 'failed', failure: 'timeout' });
  expect(sent.isAborted()).toBe(true);
});

it('aborting an upload stops its request', async () => {
  const abort = new AbortController();
  const { ended, sent } = begin(abort.signal);
  abort.abort();
  expect(await ended).toEqual({ kind: 'failed', failure: 'aborted' });
  expect(sent.isAborted()).toBe(true);
});
