import { listRecipientHistory, uploadRecipientHistory } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import {
  countPaidRecipient,
  storedPaidRecipients,
  rememberRecipient,
} from '../../browser/storage/recipients.ts';
import { finishLogin } from './finish-login.ts';

const SESSION = { sessionKey: 'a'.repeat(64), account: AMAL };
const ORDER = '019a8219-2800-7000-8000-000000000001' as OrderId;
const MADE_AT_S = Math.floor(0x01_9a_82_19_28_00 / 1000);

beforeEach(() => {
  localStorage.clear();
  rememberRecipient(NOURA);
  countPaidRecipient(NOURA.accountId, ORDER);
});

describe('the recipients that a device has paid for', () => {
  it('[RCP-06] [RCP-07] a login uploads the device’s paid recipients with count and dates, and then reads the account’s paid recipients', async () => {
    network.use(answer(uploadRecipientHistory, {}), answer(listRecipientHistory, []));
    await finishLogin(SESSION, () => undefined);
    const [sent] = requestsTo(uploadRecipientHistory);
    expect(JSON.parse(sent?.['records'] as string)).toEqual([
      { to_uid: NOURA.accountId, fill_times: 1, first_fill_time: MADE_AT_S, last_fill_time: MADE_AT_S },
    ]);
    expect(requestsTo(listRecipientHistory)).toHaveLength(1);
  });

  it('[RCP-06] a login is completed when the paid recipients cannot be uploaded, and they stay stored on the device', async () => {
    network.use(answer(uploadRecipientHistory, LOST), answer(listRecipientHistory, LOST));
    let isDone = false;
    await finishLogin(SESSION, () => void (isDone = true));
    expect(isDone).toBe(true);
    expect(storedPaidRecipients.read()).toMatchObject([{ accountId: NOURA.accountId }]);
  });
});
