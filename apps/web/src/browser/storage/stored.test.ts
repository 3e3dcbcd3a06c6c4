import { accountId, RECIPIENT_HISTORY_MAX, type DisplayId, type Recipient } from '@jawhara/domain';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clientId,
  storedClientId,
  storedGrayValue,
  PAGE_VIEW_LASTS_MS,
  pageViewId,
  renewPageViewId,
  storedAnonymousId,
  anonymousId,
  nanoId,
  storedNanoId,
} from '../ids.ts';
import { STORAGE_PREFIX, stored, type StorageArea } from './stored.ts';
import {
  storedPacks,
  storedLastSuccessCard,
  storedLastSuccessPayType,
  storedLastPurchase,
  storedLastOrderId,
  storedChosenAmount,
  storedLastPaidAmount,
  storedOpenOrderId,
  storedPendingRequest,
  storedLastPayCard,
  storedLastPayType,
  storedStepCard,
} from './purchase.ts';
import { storedBackupDomains, storedCountry, storedSpeed } from './device.ts';
import { storedMailAddress } from './orders.ts';
import { storedLogin, storedLoginType, storedTicket } from './login.ts';
import {
  rememberRecipient,
  storedRecipient,
  storedRecipientHistory,
  withRecipientFirst,
} from './recipients.ts';

const person = (id: number): Recipient => ({
  accountId: accountId(id),
  displayId: String(50_000 + id) as DisplayId,
  nickname: `N${id}`,
  iconUrl: null,
});

const VALUES = {
  recipient: storedRecipient,
  recipient_history: storedRecipientHistory,
  chosen_amount: storedChosenAmount,
  last_pay_amount: storedLastPaidAmount,
  last_purchase: storedLastPurchase,
  last_order_id: storedLastOrderId,
  open_order_id: storedOpenOrderId,
  pending_request: storedPendingRequest,
  last_pay_card: storedLastPayCard,
  last_pay_type: storedLastPayType,
  step_card: storedStepCard,
  packs: storedPacks,
  login: storedLogin,
  mail_address: storedMailAddress,
  login_type: storedLoginType,
  login_ticket: storedTicket,
  last_success_pay_type: storedLastSuccessPayType,
  last_success_card: storedLastSuccessCard,
  nano_id: storedNanoId,
  anonymous_id: storedAnonymousId,
  country: storedCountry,
  client_id: storedClientId,
  gray_value: storedGrayValue,
  backup_domains: storedBackupDomains,
  performance: storedSpeed,
};

beforeEach(() => localStorage.clear());

describe('stored values', () => {
  it('[APP-12] broken or foreign stored values are read as null and never throw', () => {
    for (const [key, value] of Object.entries(VALUES)) {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
          localStorage.setItem(`${STORAGE_PREFIX}${key}`, text);
          expect(() => value.read()).not.toThrow();
        }),
        { numRuns: 50 },
      );
      localStorage.setItem(`${STORAGE_PREFIX}${key}`, '{"not": 7}');
      expect(value.read()).toBeNull();
    }
  });

  it('[APP-12] client id, anonymous id and nano id are created once: 32 hex digits, 64 hex digits, 21 characters', () => {
    expect([clientId(), anonymousId(), nanoId()]).toEqual([clientId(), anonymousId(), nanoId()]);
    expect(clientId()).toMatch(/^[0-9a-f]{32}$/);
    expect(anonymousId()).toMatch(/^[0-9a-f]{64}$/);
    expect(nanoId()).toMatch(/^[\w-]{21}$/);
    localStorage.setItem('jawhara.anonymous_id', '"foreign"');
    expect(anonymousId()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('every storage key has the prefix of the product', () => {
    rememberRecipient(person(1));
    clientId();
    for (let i = 0; i < localStorage.length; i += 1) expect(localStorage.key(i)).toMatch(/^jawhara\./);
    expect(localStorage.length).toBeGreaterThan(2);
  });

  it('when the browser refuses storage, values are held in memory for the life of the page', () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const areas: (() => StorageArea | null)[] = [
      () => null,
      refuse,
      () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }),
    ];
    for (const area of areas) {
      const value = stored<number>(
        { key: 'n', parse: (json) => (typeof json === 'number' ? json : null), format: (n) => n },
        area,
      );
      expect(value.read()).toBeNull();
      value.write(7);
      expect(value.read()).toBe(7);
      value.forget();
      expect(value.read()).toBeNull();
    }
  });

  it('a change of a stored value notifies its subscribers, and reading it twice without a change returns one object', () => {
    const onChange = vi.fn<() => void>();
    const stop = storedRecipient.subscribe(onChange);
    storedRecipient.write(person(1));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(storedRecipient.read()).toEqual(person(1));
    expect(storedRecipient.read()).toBe(storedRecipient.read());
    stop();
    storedRecipient.forget();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('the client id is 32 hex digits and is created once', () => {
    expect(clientId()).toMatch(/^[0-9a-f]{32}$/);
    expect(clientId()).toBe(clientId());
  });
});

describe('recipient history', () => {
  it('the recipient history is newest first, holds each account once and at most forty accounts', () => {
    const sixty = Array.from({ length: 60 }, (_, i) => person(i + 1));
    const history = sixty.reduce<Recipient[]>(withRecipientFirst, []);
    expect(history).toHaveLength(RECIPIENT_HISTORY_MAX);
    expect(history[0]).toEqual(person(60));
    const again = withRecipientFirst(history, { ...person(59), nickname: 'renamed' });
    expect(again).toHaveLength(RECIPIENT_HISTORY_MAX);
    expect(again[0]?.nickname).toBe('renamed');
    expect(again.filter((one) => one.accountId === 59)).toHaveLength(1);
  });

  it('a broken entry of the stored recipient history does not remove the other entries', () => {
    rememberRecipient(person(1));
    rememberRecipient(person(2));
    const key = `${STORAGE_PREFIX}recipient_history`;
    const entries = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[];
    localStorage.setItem(key, JSON.stringify([{ to_uid: 'x' }, ...entries]));
    expect(storedRecipientHistory.read()).toEqual([person(2), person(1)]);
  });
});

describe('page view', () => {
  it('the page view id is renewed after 20 minutes and after a completed payment', () => {
    const first = pageViewId(1_000);
    expect(pageViewId(1_000 + PAGE_VIEW_LASTS_MS - 1)).toBe(first);
    const second = pageViewId(1_000 + PAGE_VIEW_LASTS_MS);
    expect(second).not.toBe(first);
    expect(renewPageViewId(1_000 + PAGE_VIEW_LASTS_MS)).not.toBe(second);
    expect(PAGE_VIEW_LASTS_MS).toBe(1_200_000);
  });
});
