import { lazy, Suspense, useEffect, useRef, type SyntheticEvent } from 'react';
import { isOnline } from '../../../browser/waits.ts';
import { Button } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { useNavigate } from '../../../ui/navigation.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { Note, type NoteKind } from '../../../ui/note.tsx';
import { word } from '../../../words/word.ts';
import { type LoginProblem, problemSentence } from '../problem-sentence.ts';
import { fetchAccountParts } from '../../account-chip.tsx';
import { routeAfterLogin } from '../return-address.ts';
import { LoginFields, useLoginForm } from './login-fields.tsx';
import type { LoginFormState } from './login-form.ts';
import { SocialButtons } from './social-buttons.tsx';

const LOOKS = {
  late: { kind: 'warn', icon: 'hourglass' },
  'request-late': { kind: 'warn', icon: 'hourglass' },
  'too-many': { kind: 'warn', icon: 'clock' },
  'not-connected': { kind: 'warn', icon: 'wifi-off' },
  failed: { kind: 'error', icon: 'triangle-alert' },
  internal: { kind: 'error', icon: 'triangle-alert' },
  'unknown-person': { kind: 'info', icon: 'info' },
  'ended-elsewhere': { kind: 'info', icon: 'info' },
  said: { kind: 'info', icon: 'info' },
} as const satisfies Record<
  Exclude<LoginProblem['kind'], 'wrong'>,
  { readonly kind: NoteKind; readonly icon: IconName }
>;

/** Few visitors need this link, and it loads the site's configuration. */
const DownloadLink = lazy(async () => ({ default: (await fetchAccountParts()).DownloadLink }));

/** The problem of the last login attempt, above the form. A wrong password is shown at its field instead. */
function LoginNote({ problem }: LoginFormState) {
  if (problem === null || problem.kind === 'wrong') return null;
  return (
    <Note {...LOOKS[problem.kind]} isLive>
      {problemSentence(problem)} <Suspense>{problem.kind === 'unknown-person' && <DownloadLink />}</Suspense>
    </Note>
  );
}

/** Why pressing log in would send nothing now. Offline, a press sends the form as soon as the network is back. */
function heldBy({ stage, problem }: LoginFormState, isOnlineNow: boolean): string | null {
  if (stage.at === 'offline' || !isOnlineNow) return word('login.offlineNow');
  return problem?.kind === 'too-many' ? problemSentence(problem) : null;
}

interface LoginFormViewProps {
  /** True if the visitor's session has ended while this page was open. */
  hasEnded: boolean;
}

export function LoginFormView({ hasEnded }: LoginFormViewProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, send } = useLoginForm(form);
  const navigate = useNavigate();
  const isOnlineNow = useOnline();
  const isBusy = state.stage.at === 'sending' || state.stage.at === 'done';
  useEffect(() => {
    if (hasEnded) send({ type: 'session-ended' });
  }, [hasEnded, send]);
  useEffect(() => {
    const first = form.current?.elements.namedItem('id');
    // Focused on PCs only: on a phone the keyboard would cover half of the page.
    if (document.documentElement.classList.contains('pc') && first instanceof HTMLInputElement) first.focus();
  }, []);

  const press = (): void => send({ type: 'pressed', isOnline: isOnline() });
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    press();
  }
  return (
    <div className="col gap-20">
      <LoginNote {...state} />
      <form ref={form} className="col gap-20" noValidate onSubmit={submit}>
        <div className="col gap-20" inert={isBusy}>
          <LoginFields state={state} send={send} />
        </div>
        <Button
          type="submit"
          busy={isBusy}
          held={heldBy(state, isOnlineNow)}
          {...(isOnlineNow ? {} : { onHeldPress: press })}
        >
          {word(isBusy ? 'progress.login' : 'login.submit')}
        </Button>
        {state.stage.at === 'offline' && (
          <Note kind="warn" icon="wifi-off" isLive>
            {word('login.offlineNow')}
          </Note>
        )}
      </form>
      <div className="col gap-20" inert={isBusy}>
        <SocialButtons onProof={(proof) => send({ type: 'vouched', proof, isOnline: isOnline() })} />
        <Button variant="ghost" onPress={() => navigate(routeAfterLogin())}>
          {word('login.guest')}
        </Button>
      </div>
    </div>
  );
}
