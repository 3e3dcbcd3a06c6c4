import { messages as account } from '../words/ar/account.po';
import type { AccountFace } from '@jawhara/contract';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { addWords, word } from '../words/word.ts';
import { routeAfterLogin } from './login/return-address.ts';
import { useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';
import { usePageScope } from '../page-scope.ts';
import { leaveGuarded } from '../ui/back-guard.ts';
import { showToast } from '../ui/toast.ts';
import { endLogin } from './login/end-login.ts';

export function AccountFaceRow({ account }: { account: AccountFace }) {
  return (
    <div className="row gap-20">
      <Avatar nickname={account.nickname} iconUrl={account.iconUrl} mark="ok" />
      <div>
        <p className="h2">
          <Name>{account.nickname}</Name>
        </p>
        <p className="small muted">
          <DisplayIdText id={account.displayId} />
        </p>
      </div>
    </div>
  );
}

/** Logs out here, or on every device. The page is loaded anew, because its content belonged to the account. */
export function LogOutButtons() {
  const page = usePageScope();
  const [ending, setEnding] = useState<'here' | 'everywhere' | null>(null);
  async function end(where: 'here' | 'everywhere'): Promise<void> {
    setEnding(where);
    const isEnded = await endLogin(where);
    if (isEnded) return leaveGuarded(page, () => location.reload());
    setEnding(null);
    showToast(word('login.outEverywhereFailed'), 'triangle-alert');
  }
  return (
    <>
      <Button variant="outline" icon="log-out" busy={ending === 'here'} onPress={() => void end('here')}>
        {word('login.out')}
      </Button>
      <Button variant="ghost" busy={ending === 'everywhere'} onPress={() => void end('everywhere')}>
        {word('login.outEverywhere')}
      </Button>
    </>
  );
}

addWords(account);

export function AccountSheet({ account, onClose }: { account: AccountFace; onClose: () => void }) {
  return (
    <Sheet isOpen onClose={onClose} title={word('account.title')}>
      <div className="col gap-20 pt-28">
        <AccountFaceRow account={account} />
        <LogOutButtons />
      </div>
    </Sheet>
  );
}

/** The login screen for a signed-in visitor: continue, change the account, or log out. */
export function SignedInPanel({ account, onSwitch }: { account: AccountFace; onSwitch: () => void }) {
  return (
    <div className="col gap-20">
      <AccountFaceRow account={account} />
      <ButtonLink href={routeAfterLogin()}>{word('login.continue')}</ButtonLink>
      <Button variant="outline" icon="repeat" onPress={onSwitch}>
        {word('dlg.switch.yes')}
      </Button>
      <LogOutButtons />
    </div>
  );
}
