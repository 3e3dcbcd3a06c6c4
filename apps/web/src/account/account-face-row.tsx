import type { AccountFace } from '@jawhara/contract';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';

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
