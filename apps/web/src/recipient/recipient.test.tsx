import '../words/load-recipient.ts';
import { RECHARGE_REFUSALS, type DisplayId, type Recipient } from '@jawhara/domain';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_CATALOGUE } from '@jawhara/contract';
import { createCall } from '../api/create-call.ts';
import { complaintAbout, tidyTypedId } from './id-entry.ts';
import { lookUp } from './look-up.ts';
import { RecipientIdForm } from './recipient-id-form.tsx';
import { RecipientSection } from './recipient-section.tsx';
import { useRecipient } from './use-recipient.ts';
import { nextStepAfter, refusalSentence } from './refusal-words.ts';

const NOURA = { to_uid: 11, to_display_uid: '5048213', to_nickname: 'نورة', to_icon: null };

function callAnswering(body: unknown) {
  const urls: string[] = [];
  const call = createCall({
    fetch: (url) => {
      urls.push(url as string);
      return Promise.resolve(new Response(JSON.stringify(body)));
    },
    facts: () => ({
      packageName: 'ksa',
      clientId: 'c',
      isInBridge: false,
      language: 'ar',
      sessionKey: null,
    }),
    newRequestId: () => 'r',
    onRefused: () => undefined,
  });
  return { call, urls };
}

describe('typing an id', () => {
  const SAME_ID = [
    '5048213',
    '٥٠٤٨٢١٣',
    '۵۰۴۸۲۱۳',
    'ID: 5048213',
    'id:٥٠٤٨٢١٣',
    '#5048213',
    ' 5048213 ',
    '504 8213',
    '504-8213',
    '\u200f5048213\u200f',
    '\u202b\u200eID 5048213\u202c',
    '\u2067٥٠٤٨٢١٣\u2069',
    '5048213\u00a0',
    '５０４８２１３',
  ];

  it('any digits and any paste become the same id', () => {
    for (const typed of SAME_ID) {
      expect(tidyTypedId(typed)).toBe('5048213');
      expect(complaintAbout(typed)).toBeNull();
    }
  });

  it('what is no id is said in words, and what was typed stays', () => {
    expect(complaintAbout('123')).toBe('المعرّف 5 أرقام على الأقل.');
    expect(complaintAbout('')).toBe('المعرّف 5 أرقام على الأقل.');
    expect(complaintAbout('50x821')).toBe('أرقام فقط.');
    expect(complaintAbout('1'.repeat(21))).toBe('عدد الأرقام غير صحيح. تحقّق من المعرّف.');
    expect(tidyTypedId('٥٠x')).toBe('50x');
  });
});

describe('looking somebody up', () => {
  const asked = '5048213' as DisplayId;

  it('finds the person', async () => {
    const { call } = callAnswering({ result: 0, data: NOURA });
    expect(await lookUp(asked, call)).toMatchObject({
      kind: 'found',
      recipient: { nickname: 'نورة', displayId: asked },
    });
  });

  it('[RCP-01] an account whose id has another length than the one typed is nobody', async () => {
    const { call } = callAnswering({ result: 0, data: { ...NOURA, to_display_uid: '50482130' } });
    expect(await lookUp(asked, call)).toMatchObject({ kind: 'refused', refusal: 'not-found' });
    const other = callAnswering({ result: 0, data: { ...NOURA, to_display_uid: '5048214' } });
    expect(await lookUp(asked, other.call)).toMatchObject({ kind: 'refused', refusal: 'not-found' });
  });

  it('[RCP-03] each refusal arrives as itself and has its own sentence', async () => {
    const sentences = new Set<string>();
    for (const refusal of RECHARGE_REFUSALS) {
      const row = ERROR_CATALOGUE[refusal];
      const { call } = callAnswering({ result: row.result, message: row.message, data: null });
      expect(await lookUp(asked, call)).toMatchObject({ kind: 'refused', refusal });
      sentences.add(refusalSentence(refusal, row.message));
    }
    expect(sentences.size).toBe(RECHARGE_REFUSALS.length);
    expect(sentences).toContain('هذا الحساب محظور ولا يمكن شحنه.');
    expect(ERROR_CATALOGUE.banned.result).toBe(20001);
    expect(ERROR_CATALOGUE.deactivated.result).toBe(20186);
  });

  it('a banned account is shown with its face, and only if it is the one asked for', async () => {
    const banned = { result: ERROR_CATALOGUE.banned.result, message: '' };
    const shown = callAnswering({ ...banned, data: NOURA });
    expect(await lookUp(asked, shown.call)).toMatchObject({ refusal: 'banned', face: { nickname: 'نورة' } });
    const other = callAnswering({ ...banned, data: { ...NOURA, to_display_uid: '5048214' } });
    expect(await lookUp(asked, other.call)).toMatchObject({ refusal: 'banned', face: null });
  });

  it('[RCP-04] a ludo account is refused in its own words', () => {
    expect(refusalSentence('ludo-account', '')).toBe('لا يمكن شحن حساب لعبة لودو من هذا الرابط.');
  });

  it('a refusal shows the next step where there is one', () => {
    expect(nextStepAfter('banned')?.href).toBe('/fines');
    expect(nextStepAfter('guest')?.href).toBe('/login');
    expect(nextStepAfter('deactivated')).toBeNull();
  });

  it('a reason this site does not know is said in the server\u2019s own words', () => {
    expect(refusalSentence(null, 'X')).toBe('X');
    expect(refusalSentence('too-many-tries', 'Y')).toBe('Y');
  });
});

describe('the id form', () => {
  let root: Root;
  let host: HTMLElement;
  const urls: string[] = [];

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', (url: string) => {
      urls.push(url);
      return Promise.resolve(new Response(JSON.stringify({ result: 0, data: NOURA })));
    });
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  });
  afterEach(() => {
    act(() => root.unmount());
    host.remove();
    urls.length = 0;
    vi.unstubAllGlobals();
  });

  function type(text: string): void {
    const input = host.querySelector('input');
    if (input === null) throw new Error('no input');
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  const submit = (): Promise<void> =>
    act(async () => {
      host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      await Promise.resolve();
    });

  it('[RCP-01] sends nothing before five digits, and only plain digits then', async () => {
    const found = vi.fn<(recipient: Recipient) => void>();
    act(() => root.render(<RecipientIdForm onFound={found} />));
    for (const tooLittle of ['', '1234', '١٢٣٤', 'abcde']) {
      type(tooLittle);
      await submit();
      expect(urls).toEqual([]);
      expect(host.querySelector('[role=alert]')?.textContent).not.toBe('');
    }
    type('٥٠٤٨٢١٣');
    await submit();
    expect(urls).toEqual(['/api/web/check_display_id/?display_id=5048213&source=1']);
    await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(1));
    expect(found.mock.calls[0]?.[0].nickname).toBe('نورة');
  });

  it('after the look-up the focus is on the card that took the place of the form, and the name is announced', async () => {
    localStorage.clear();
    function Section() {
      return <RecipientSection chosen={useRecipient()} />;
    }
    act(() => root.render(<Section />));
    const status = host.querySelector('section > [role=status]');
    expect(status?.textContent).toBe('');
    host.querySelector('input')?.focus();
    type('5048213');
    await submit();
    await vi.waitFor(() => expect(document.activeElement).toBe(changeButton()));
    expect(status?.textContent).toContain('نورة');
    expect(status?.isConnected).toBe(true);
  });

  function changeButton(): Element {
    const button = host.querySelector('[data-testid=recipient-change]');
    if (button === null) throw new Error('no recipient is shown yet');
    return button;
  }
});
