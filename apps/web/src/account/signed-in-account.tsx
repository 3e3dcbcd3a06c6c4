import type { AccountFace } from '@jawhara/contract';
import { useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';
import { usePageScope } from '../page-scope.ts';
import { leaveGuarded } from '../ui/back-guard.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { word } from '../words/word.ts';
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
