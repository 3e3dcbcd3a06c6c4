import { lazy, Suspense, useState } from 'react';
import { storedLogin } from '../browser/storage/login.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Name } from '../ui/values.tsx';
import { Link } from '../ui/navigation.tsx';

/** The parts for signed-in visitors: a chunk of their own, because most visitors are not signed in. */
export const fetchAccountParts = () => import('./account-parts.tsx');

const AccountSheet = lazy(async () => ({ default: (await fetchAccountParts()).AccountSheet }));

/** The signed-in account with its menu; for a visitor without a login a link to the login screen with this label. */
export function AccountChip({ label }: { label: string }) {
  const login = useStored(storedLogin);
  const [isOpen, setOpen] = useState(false);
  if (login === null)
    return (
      <Link className="chip-button" href="/login">
        <Icon name="log-in" size="s" />
        {label}
      </Link>
    );
  const { nickname, iconUrl } = login.account;
  return (
    <>
      <button type="button" className="chip-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Avatar nickname={nickname} iconUrl={iconUrl} small />
        <Name>{nickname}</Name>
      </button>
      {isOpen && (
        <Suspense>
          <AccountSheet account={login.account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
