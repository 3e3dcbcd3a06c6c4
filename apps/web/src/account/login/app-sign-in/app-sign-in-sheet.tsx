import { messages as account } from '../../../words/ar/account.po';
import { useEffect } from 'react';
import { call, callAs } from '../../../api/call.ts';
import { hostApp } from '../../../host-app/current-host-app.ts';
import { forgetLogin } from '../../../browser/storage/forget-login.ts';
import { storedLogin, storedLoginType, storedTicket } from '../../../browser/storage/login.ts';
import { createCredentialsStore, type LinkCredentials } from '../../../browser/link-credentials.ts';
import { usePageScope, type PageScope } from '../../../page-scope.ts';
import type { RequestSender } from '../../../browser/send-request.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.ts';
import { isolatedLtr } from '../../../words/isolate.ts';
import { addWords, word } from '../../../words/word.ts';
import { finishLogin, goOn } from '../finish-login.ts';
import { problemSentence } from '../problem-sentence.ts';
import { LoginStyle } from '../login-style.tsx';
import { useMachine } from '../../../machine.ts';
import { runAppSignIn, type AppSignInEvent, type AppSignInState } from './app-sign-in.ts';

addWords(account);

/**
 * Sends requests without the device cookie. With the cookie, the server would link the device to the account of the
 * session key (ORD-14), and the visitor has not agreed to this account yet.
 */
const sendWithoutDevice: RequestSender = (url, init) => fetch(url, { ...init, credentials: 'omit' });

const start = (page: PageScope, credentials: LinkCredentials) => () =>
  runAppSignIn(
    { credentials, current: storedLogin.read(), lastTicket: storedTicket.read() },
    {
      call,
      callAs: (key) => callAs(key, sendWithoutDevice),
      nowMs: Date.now,
      isInApp: async () => (await hostApp(page)).facts !== null,
      rememberTicket: (ticket) => storedTicket.write(ticket),
      finish(signedIn) {
        storedLoginType.write(credentials.by);
        void finishLogin(signedIn, () => goOn(page));
      },
      forgetLogin,
      report: (fault) => globalThis.reportError?.(fault),
      tell: (problem) => showToast(problemSentence(problem), 'info'),
    },
  );

type PromptState = Extract<AppSignInState, { owner: object }>;

/** The account of the link; if another account is signed in, both, with an arrow to the new one. */
function Faces({ current, owner }: PromptState) {
  return (
    <div className="faces">
      <LoginStyle />
      {current !== null && (
        <>
          <Avatar nickname={current.nickname} iconUrl={current.iconUrl} />
          <Icon name="arrow-left" />
        </>
      )}
      <Avatar nickname={owner.nickname} iconUrl={owner.iconUrl} />
    </div>
  );
}

/** Checks the credentials of the app's link, asks for confirmation where it is needed, and signs in. */
export function AppSignInSheet({ credentials }: { credentials: LinkCredentials }) {
  const page = usePageScope();
  const { state, send } = useMachine<AppSignInState, AppSignInEvent>(
    { at: 'reading', credentials, current: null },
    start(page, credentials),
  );
  const isOver = state.at === 'over';
  useEffect(() => {
    if (isOver) page.get(createCredentialsStore).set(null);
  }, [page, isOver]);
  if (state.at === 'reading' || state.at === 'over') return null;
  const isSwitch = state.current !== null;
  const id = isolatedLtr(state.owner.displayId);
  return (
    <Sheet
      isOpen
      onClose={() => send({ type: 'said-no' })}
      isCancelable={state.at === 'asking'}
      title={word(isSwitch ? 'dlg.switch.title' : 'login.title')}
      art={<Faces {...state} />}
    >
      <div className="col gap-20">
        <p className="muted text-center">{word(isSwitch ? 'dlg.switch.body' : 'dlg.login.body', { id })}</p>
        <Button busy={state.at === 'signing-in'} onPress={() => send({ type: 'said-yes' })}>
          {word(isSwitch ? 'dlg.switch.yes' : 'dlg.login.yes')}
        </Button>
        <Button variant="outline" onPress={() => send({ type: 'said-no' })}>
          {word(isSwitch ? 'dlg.switch.no' : 'dlg.login.no')}
        </Button>
      </div>
    </Sheet>
  );
}
