import { accountId, RECHARGE_REFUSALS, type DisplayId, type Recipient } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_SITE_CONFIG,
  ERROR_CATALOGUE,
  errorMessage,
  findRecipient,
  readSiteConfig,
  wireBannedRecipient,
} from '@jawhara/contract';
import { FIELDS } from '../api/test/provider-fields.ts';
import { call } from '../api/call.ts';
import { answer, requestsTo, LOST, network, refuse } from '../api/test/network.ts';
import { rememberRecipient, storedRecipient } from '../browser/storage/recipients.ts';
import { plain, render, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { bannedFace, LookUpProblem } from './look-up-problem.tsx';
import { lookUp } from './look-up.ts';
import { complaintAbout, takeTyped } from './use-look-up.ts';
import { RecipientSection } from './recipient-section.tsx';
import { NO_FACE_QUESTION } from './test/no-face-question.ts';
import { useRecipient } from './use-recipient.ts';
import { banSentences, nextStepsAfter, refusalSentence } from './refusal-words.ts';

const NOURA: Recipient = {
  accountId: accountId(11),
  displayId: '5048213' as DisplayId,
  nickname: 'نورة',
  iconUrl: null,
};

const person = (id: number, displayId: string, nickname: string): Recipient => ({
  ...NOURA,
  accountId: accountId(id),
  displayId: displayId as DisplayId,
  nickname,
});

const ask = (answered: Parameters<typeof answer<{ displayId: DisplayId }, Recipient>>[1]) => {
  network.use(answer(findRecipient, answered));
  return lookUp(NOURA.displayId, call);
};
const withId = (displayId: string): Recipient => ({ ...NOURA, displayId: displayId as DisplayId });

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

  it('an id in any digits, with spaces, marks or a prefix is read as the same id', () => {
    for (const typed of SAME_ID) {
      expect(takeTyped('', typed).digits).toBe('5048213');
      expect(complaintAbout(typed)).toBeNull();
    }
  });

  it('an id that is too short, empty or too long shows a message', () => {
    expect(complaintAbout('123')).toBe('المعرّف 5 أرقام على الأقل.');
    expect(complaintAbout('')).toBe('أدخل المعرّف');
    expect(complaintAbout('1'.repeat(21))).toBe('عدد الأرقام غير صحيح. تحقّق من المعرّف.');
  });

  it('a pasted id is cleaned with a message, a typed letter is refused, and spaces are ignored silently', () => {
    expect(takeTyped('', 'abc 50-48 213')).toEqual({ digits: '5048213', isPasted: true, said: 'cleaned' });
    expect(takeTyped('504', '504x')).toEqual({ digits: '504', isPasted: false, said: 'digits-only' });
    expect(takeTyped('504', '5048')).toEqual({ digits: '5048', isPasted: false, said: null });
    expect(takeTyped('', ' 504 8213 \u200f')).toMatchObject({ said: null });
  });
});

describe('looking up a recipient', () => {
  it('a look-up by id finds the recipient', async () => {
    expect(await ask(NOURA)).toMatchObject({
      kind: 'found',
      recipient: { nickname: 'نورة', displayId: NOURA.displayId },
    });
  });

  it('[RCP-01] a look-up that returns an account with another id is treated as not found', async () => {
    for (const other of ['50482130', '5048214'])
      expect(await ask(withId(other))).toMatchObject({ kind: 'refused', refusal: 'not-found' });
  });

  it('[RCP-03] each refusal of a look-up has its own message', async () => {
    const sentences = new Set<string>();
    for (const refusal of RECHARGE_REFUSALS) {
      expect(await ask(refuse(refusal))).toMatchObject({ kind: 'refused', refusal });
      sentences.add(refusalSentence(refusal, errorMessage(refusal, 'ar')));
    }
    expect(sentences.size).toBe(RECHARGE_REFUSALS.length);
    expect(sentences).toContain('هذا الحساب محظور ولا يمكن شحنه.');
    expect(ERROR_CATALOGUE.banned.result).toBe(20001);
    expect(ERROR_CATALOGUE.deactivated.result).toBe(20186);
  });

  it('a banned account is shown with nickname and ban, unless the response is about another id', async () => {
    const banned = async (recipient: Recipient) => {
      const data = wireBannedRecipient.write({ recipient, ban: { kind: 'permanent' } });
      const found = await ask(refuse('banned', { data }));
      return found.kind === 'refused' ? bannedFace(found) : undefined;
    };
    expect(await banned(NOURA)).toMatchObject({
      recipient: { nickname: 'نورة' },
      ban: { kind: 'permanent' },
    });
    expect(await banned(withId('5048214'))).toBeNull();
  });

  it('[RCP-04] a ludo account is refused with its own message', () => {
    expect(refusalSentence('ludo-account', '')).toBe('لا يمكن شحن حساب لعبة لودو من هذا الرابط.');
  });

  it.each([
    ['a link to the app', { open: 'https://app.example/open' }, 'https://app.example/open'],
    ['a link to a store', { google: 'https://play.example/jawhara' }, 'https://play.example/jawhara'],
    ['no link', {}, undefined],
  ])(
    'a refused ludo account is pointed to the app, with a link when the operator configured one: %s',
    async (_what, named, href) => {
      const appLinks = { ...DEFAULT_SITE_CONFIG.appLinks, ...named };
      network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks }));
      const nothing = (): void => undefined;
      const problem = {
        kind: 'refused',
        displayId: NOURA.displayId,
        refusal: 'ludo-account',
        message: '',
      } as const;
      render(
        <LookUpProblem
          problem={problem}
          known={[]}
          onTakeKnown={nothing}
          onRetry={nothing}
          onOther={nothing}
        />,
      );
      expect(screen.getByText('يمكن شحن هذا الحساب من داخل التطبيق.')).toBeDefined();
      await waitFor(() => expect(requestsTo(readSiteConfig)).toHaveLength(1));
      await waitFor(() => expect(screen.queryByTestId('into-app')?.getAttribute('href')).toBe(href));
    },
  );

  it('a ban shows its end, and the fine is offered only where it lifts the ban', () => {
    const until = new Date(2026, 10, 21, 12);
    const [dated, fine] = [{ kind: 'dated', until } as const, { kind: 'fine', until } as const];
    expect(plain(banSentences(fine).what)).toBe('هذا الحساب محظور حتى 21/11/2026.');
    expect(banSentences(fine).more).toBe('يمكن فك الحظر الآن بدفع الغرامة.');
    expect(banSentences(dated).more).toBe('يعود الشحن بعد انتهاء الحظر.');
    expect(banSentences({ kind: 'permanent' }).what).toBe('هذا الحساب محظور نهائيًا.');
    expect(banSentences(null)).toEqual({ what: 'هذا الحساب محظور ولا يمكن شحنه.', more: null });
    const ways = (ban: Parameters<typeof nextStepsAfter>[1]) =>
      nextStepsAfter('banned', ban, NOURA.displayId).map(({ href }) => href);
    expect(ways(fine)).toEqual(['/fines?fine=5048213', null]);
    for (const ban of [dated, { kind: 'permanent' } as const, null])
      expect(ways(ban)).toEqual([null, '/?page=contact']);
    expect(nextStepsAfter('guest', null, NOURA.displayId)[0]?.href).toBe('/login');
    for (const refusal of ['deactivated', 'being-cancelled', 'source-mismatch', 'ludo-account'] as const)
      expect(nextStepsAfter(refusal, null, NOURA.displayId).map(({ href }) => href)).toEqual([null]);
    expect(nextStepsAfter('not-found', null, NOURA.displayId)).toEqual([]);
  });

  it('an unknown refusal of a look-up shows the server’s message', () => {
    expect(refusalSentence(null, 'X')).toBe('X');
    expect(refusalSentence('too-many-tries', 'Y')).toBe('Y');
  });
});

describe('the id field', () => {
  const CLOSE = person(12, '5048214', 'نوف');
  beforeEach(() => {
    localStorage.clear();
    network.use(answer(findRecipient, NOURA));
  });

  function Section() {
    return <RecipientSection chosen={useRecipient()} confirmation={NO_FACE_QUESTION} />;
  }
  const input = () => screen.getByRole('textbox');
  const face = () => screen.findByTestId('found-face');

  it('[RCP-01] the id field sends nothing before five digits; after a pause it sends the id in Latin digits', async () => {
    render(<Section />);
    await userEvent.type(input(), '٥٠٤٨');
    await userEvent.tab();
    expect(screen.getByText('المعرّف 5 أرقام على الأقل.')).toBeDefined();
    expect(requestsTo(findRecipient)).toEqual([]);
    await userEvent.type(input(), '٢١٣');
    expect((await face()).textContent).toContain('نورة');
    expect(requestsTo(findRecipient)).toEqual([{ display_id: '5048213', source: '1' }]);
  });

  it('the focus stays in the id field; leaving it shows the recipient’s card, which can be changed', async () => {
    render(<Section />);
    await userEvent.type(input(), '5048213');
    expect((await face()).closest('[role="status"]')).not.toBeNull();
    expect(document.activeElement).toBe(input());
    await userEvent.click(document.body);
    const change = await screen.findByRole('button', { name: 'تغيير' });
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(change);
    expect((input() as HTMLInputElement).value).toBe('5048213');
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  it('changing the typed id removes the chosen recipient', async () => {
    rememberRecipient(NOURA);
    render(<Section />);
    await userEvent.click(await screen.findByRole('button', { name: 'تغيير' }));
    await userEvent.type(input(), '{Backspace}');
    expect(storedRecipient.read()).toBeNull();
  });

  it('a late response to an earlier id is ignored', async () => {
    let first: () => void = () => undefined;
    const waits = new Promise<void>((come) => (first = come));
    network.use(
      answer(findRecipient, async ({ displayId }) => {
        if (displayId === NOURA.displayId) await waits;
        return displayId === NOURA.displayId ? NOURA : CLOSE;
      }),
    );
    render(<Section />);
    await userEvent.type(input(), '5048213{Enter}');
    await waitFor(() => expect(requestsTo(findRecipient)).toHaveLength(1));
    await userEvent.type(input(), '{Backspace}4');
    expect((await face()).textContent).toContain('نوف');
    first();
    await userEvent.click(document.body);
    expect(storedRecipient.read()?.nickname).toBe('نوف');
  });

  it('an unknown id similar to a saved one suggests the saved recipient', async () => {
    rememberRecipient(CLOSE);
    storedRecipient.forget();
    network.use(answer(findRecipient, refuse('not-found')));
    render(<Section />);
    await userEvent.click(input());
    await userEvent.paste('5048314');
    expect(plain((await screen.findByTestId('near-miss')).textContent)).toContain('لا حساب بالمعرّف 5048314');
    await userEvent.click(screen.getByTestId('take-known'));
    expect(storedRecipient.read()?.nickname).toBe('نوف');
  });

  it('a failed look-up can be tried again, and then finds the recipient', async () => {
    network.use(answer(findRecipient, LOST));
    render(<Section />);
    await userEvent.type(input(), '5048213');
    const again = await screen.findByTestId('look-up-again');
    network.use(answer(findRecipient, NOURA));
    await userEvent.click(again);
    expect(await screen.findByText('نورة')).toBeDefined();
  });
});
