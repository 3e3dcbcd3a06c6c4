import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * The reference page of `npm run speed`: the plainest React page that shows the same packs, without prerendering, router or other
 * libraries. It should stay as it is: a change here moves every ratio, so measure again and set the gates in the same commit.
 */

interface Pack {
  readonly recharge_id: string;
  readonly amount: string;
  readonly coin: number;
  readonly extra_coin: number;
}

/** In Arabic, so that both pages wait for the same system fonts. */
const price = new Intl.NumberFormat('ar', { style: 'currency', currency: 'USD', currencyDisplay: 'name' });

async function askForPacks(): Promise<readonly Pack[]> {
  const response = await fetch('/api/third_party_pay/get_recharge_list_v3/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"source":1}',
  });
  const envelope = (await response.json()) as { readonly data: { readonly list: readonly Pack[] } };
  return envelope.data.list;
}

function Reference() {
  const [packs, setPacks] = useState<readonly Pack[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void askForPacks().then(setPacks), []);
  return (
    <main>
      <h1>Choose a pack of gems, see who gets them, and pay</h1>
      <button type="button" data-testid="recipient-other" onClick={() => dialog.current?.showModal()}>
        Open
      </button>
      <ul className="packs">
        {packs.map((pack) => (
          <li key={pack.recharge_id}>
            <button
              type="button"
              data-testid={`pack-${pack.recharge_id}`}
              aria-pressed={pack.recharge_id === chosen}
              onClick={() => setChosen(pack.recharge_id)}
            >
              <span>{pack.coin} gems</span> <span>+{pack.extra_coin}</span>{' '}
              <span>{price.format(Number(pack.amount))}</span>
            </button>
          </li>
        ))}
      </ul>
      <dialog ref={dialog}>
        <h2>Somebody else</h2>
        <form method="dialog">
          <label>
            Id <input name="id" inputMode="numeric" />
          </label>
          <button type="submit">Close</button>
        </form>
      </dialog>
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(<Reference />);
