import {
  listGemPacks,
  listSavedCards,
  readOrder,
  readOrderStatus,
  readServerTime,
  type Endpoint,
} from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { http, HttpResponse } from 'msw/http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { network } from './test/network.ts';

const orderId = '018f2f9e-0000-7000-8000-000000000001' as OrderId;

afterEach(() => vi.unstubAllGlobals());

/** The error that the page reports when the call succeeds with this data. */
async function raisedBy<Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
  data: unknown,
): Promise<string> {
  const raised = vi.fn<(fault: Error) => void>();
  vi.stubGlobal('reportError', raised);
  const answer = () => HttpResponse.json({ result: 0, code: 200, message: '', data });
  network.use(http.all(`*${endpoint.path}`, answer));
  expect(await call(endpoint, request)).toEqual({ kind: 'failed', failure: { status: 200 } });
  await vi.waitFor(() => expect(raised).toHaveBeenCalledTimes(1));
  const [fault] = raised.mock.calls[0] ?? [];
  return `${fault?.name}: ${fault?.message}`;
}

describe('a response without its data', () => {
  it.each([null, {}, { list: 'none' }])(
    '[PKG-06] after a response with the data %j each of four calls reports an error that names what is missing',
    async (data) => {
      expect([
        await raisedBy(listGemPacks, { recipientId: null }, data),
        await raisedBy(listSavedCards, {}, data),
        await raisedBy(readOrderStatus, { orderId }, data),
        await raisedBy(readOrder, { orderId }, data),
      ]).toEqual([
        'MissingAnswer: the server answered without a recharge list',
        'MissingAnswer: the server answered without a list of saved cards',
        'MissingAnswer: the server answered without a fast pay result',
        'MissingAnswer: the server answered without an order result',
      ]);
    },
  );

  it('a response without data to any other call makes the page report an error with the call’s name', async () => {
    expect(await raisedBy(readServerTime, {}, null)).toContain('readServerTime');
  });
});
