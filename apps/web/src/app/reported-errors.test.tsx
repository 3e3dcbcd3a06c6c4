import '../words/english.ts';
import {
  DEFAULT_SITE_CONFIG,
  errorMessage,
  findRecipient,
  forgetDevice,
  PAYER_ERRORS,
  readSiteConfig,
  readTicket,
  submitFeedback,
  wireBannedRecipient,
} from '@jawhara/contract';
import { FEEDBACK_WORDS_MAX, type BanNotice, type Locale } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOURA } from '../api/test/accounts.ts';
import { answer, LOST, network, refuse } from '../api/test/network.ts';
import { FIELDS } from '../checkout/methods/card/test/card-samples.ts';
import { AppSignInSheet } from '../account/login/app-sign-in/app-sign-in-sheet.tsx';
import { RecipientSection } from '../recipient/recipient-section.tsx';
import { NO_FACE_QUESTION } from '../recipient/test/no-face-question.ts';
import { useRecipient } from '../recipient/use-recipient.ts';
import {
  goOffline,
  openForm,
  sendButton,
  story,
  takeAll,
  write,
} from '../screens/feedback/test/report-server.tsx';
import { HomeMenu } from '../screens/home/home-menu.tsx';
import { ShareScreen } from '../screens/share/share-screen.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { fireEvent, plain, render, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { formatDate } from '../ui/format-time.ts';
import { PAYER_ERROR_WORDS, type ErrorAt } from './test/payer-error-words.ts';
import { word, type WordValues } from '../words/word.ts';

const UNTIL = new Date(2026, 11, 21, 12);

function Section() {
  return <RecipientSection chosen={useRecipient()} confirmation={NO_FACE_QUESTION} />;
}

async function lookUp(said: Parameters<typeof answer<unknown, typeof NOURA>>[1]): Promise<void> {
  network.use(answer(findRecipient, said as typeof NOURA));
  render(<Section />);
  await userEvent.type(screen.getByRole('textbox'), NOURA.displayId);
}
const banned = (ban: BanNotice) => () =>
  lookUp(refuse('banned', { data: wireBannedRecipient.write({ recipient: NOURA, ban }) }));

type Here = ErrorAt<'look-up' | 'share' | 'menu' | 'feedback'>;

/** The steps by which a payer gets each error. */
const REACH: Record<Here, () => Promise<void>> = {
  'account-unknown': () => lookUp(refuse(PAYER_ERRORS['account-unknown'].refusal)),
  'account-cancelled': () => lookUp(refuse(PAYER_ERRORS['account-cancelled'].refusal)),
  'guest-not-served': () => lookUp(refuse(PAYER_ERRORS['guest-not-served'].refusal)),
  'banned-forever': banned({ kind: 'permanent' }),
  'banned-until': banned({ kind: 'dated', until: UNTIL }),
  'link-void': async () => {
    history.replaceState(null, '', '/share.html?info=nobody');
    network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS }));
    render(<ShareScreen />);
  },
  'network-failed': async () => {
    network.use(answer(forgetDevice, LOST));
    render(
      <>
        <HomeMenu onClose={() => undefined} />
        <Toaster />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: word('settings.clearDevice') }));
    await userEvent.click(await screen.findByRole('button', { name: word('common.confirm') }));
  },
  'report-not-sent': async () => {
    network.use(answer(submitFeedback, LOST));
    openForm();
    await write();
    await userEvent.click(sendButton());
  },
  'report-too-long': async () => {
    openForm();
    const value = Array.from({ length: FEEDBACK_WORDS_MAX + 1 }, () => 'word').join(' ');
    fireEvent.change(story(), { target: { value } });
  },
};

const VALUES: Partial<Record<Here, WordValues>> = {
  'banned-until': { date: formatDate(UNTIL) },
  'report-too-long': { max: FEEDBACK_WORDS_MAX },
};

const sentenceOf = (error: Here, locale: Locale): string =>
  plain(word(PAYER_ERROR_WORDS[error].word, VALUES[error] ?? {}, locale));

beforeEach(() => {
  localStorage.clear();
  goOffline(false);
  takeAll();
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  history.replaceState(null, '', '/');
});

describe.each(['ar', 'en'] as const)('in %s', (locale) => {
  it.each(Object.keys(REACH) as Here[])(
    '[ERR-01] the error %s is shown with its specified message in the page’s language',
    async (error) => {
      document.documentElement.lang = locale;
      await REACH[error]();
      await waitFor(() => expect(plain(document.body.textContent)).toContain(sentenceOf(error, locale)));
      const other = sentenceOf(error, locale === 'ar' ? 'en' : 'ar');
      expect(plain(document.body.textContent)).not.toContain(other);
    },
  );

  it('[ERR-01] an expired sign-in link of the app is shown with its specified message', async () => {
    document.documentElement.lang = locale;
    network.use(answer(readTicket, refuse(PAYER_ERRORS['link-void'].refusal)));
    render(
      <>
        <AppSignInSheet credentials={{ by: 'ticket', secret: `ticket-${locale}` }} />
        <Toaster />
      </>,
    );
    expect(await screen.findByText(sentenceOf('link-void', locale))).toBeDefined();
  });

  it('[ERR-01] the error catalogue and the page use the same message for each error', () => {
    for (const error of Object.keys(REACH) as Here[]) {
      const reported = PAYER_ERRORS[error];
      if (reported.by === 'refusal')
        expect(errorMessage(reported.refusal, locale)).toBe(sentenceOf(error, locale));
    }
  });
});
