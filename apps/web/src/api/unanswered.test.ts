import { readServerTime } from '@jawhara/contract';
import { HttpResponse, http } from 'msw/http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchUnanswered } from '../browser/send-request.ts';
import { call } from './call.ts';
import { answer, LOST, network, SILENCE } from './test/network.ts';

const received = vi.fn<() => void>();
let end = (): void => undefined;
beforeEach(() => {
  received.mockReset();
  end = watchUnanswered(received);
});
afterEach(() => end());

const answered = (status: number) =>
  http.get(`*${readServerTime.path}`, () => new HttpResponse('', { status }));

it('a call without response, a timed-out call and one answered 502, 503 or 504 are reported to listeners as unanswered', async () => {
  network.use(answer(readServerTime, LOST));
  await call(readServerTime, {});
  network.use(answer(readServerTime, SILENCE));
  await call(readServerTime, {}, { timeoutMs: 5 });
  for (const status of [502, 503, 504]) {
    network.use(answered(status));
    await call(readServerTime, {});
  }
  expect(received).toHaveBeenCalledTimes(5);
});

it('[APP-18 in part] a background call without response is not reported to listeners as unanswered', async () => {
  network.use(answer(readServerTime, LOST));
  await call(readServerTime, {}, { isAside: true });
  expect(received).not.toHaveBeenCalled();
});

it('a successful call, an aborted one and one answered 404, 429 or 500 are not reported to listeners as unanswered', async () => {
  network.use(answer(readServerTime, { ts: 1 }));
  await call(readServerTime, {});
  for (const status of [404, 429, 500]) {
    network.use(answered(status));
    await call(readServerTime, {});
  }
  await call(readServerTime, {}, { signal: AbortSignal.abort() });
  expect(received).not.toHaveBeenCalled();
});
