import { readAccountStatuses } from '@jawhara/contract';
import { accountId, type AccountStatus, type DisplayId, type Recipient } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../api/test/network.ts';
import { render, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { word } from '../words/word.ts';
import { NewFace } from './new-face.tsx';
import { NO_FACE_QUESTION } from './test/no-face-question.ts';
import { RecentRecipients } from './recent-recipients.tsx';
import { RecipientSearchSheet } from './recipient-search-sheet.tsx';

let nth = 0;
/** Each test has other people, because the cache of answers outlives a test. */
const people = (): Recipient[] =>
  ['نورة', 'سالم', 'ريم'].map((nickname) => {
    nth += 1;
    const displayId = String(5_048_213 + nth) as DisplayId;
    return { accountId: accountId(nth), displayId, nickname, iconUrl: null };
  });
const nothing = (): void => undefined;
let statuses: Map<number, AccountStatus>;
const onChoose = vi.fn<(recipient: Recipient) => void>();

beforeEach(() => {
  localStorage.clear();
  onChoose.mockReset();
  network.use(
    answer(
      readAccountStatuses,
      ({ accountIds }) => new Map(accountIds.map((id) => [id, statuses.get(id) ?? 'normal'])),
    ),
  );
});

const button = (nickname: string) => screen.findByRole('button', { name: new RegExp(nickname) });

describe('[RCP-10] saved recipients', () => {
  it('[RCP-10] saved recipients are checked in one call; a banned one shows the reason and cannot be chosen', async () => {
    const [noura, salem, reem] = people() as [Recipient, Recipient, Recipient];
    statuses = new Map([[salem.accountId, 'banned']]);
    render(
      <RecentRecipients
        history={[noura, salem, reem]}
        selected={null}
        onChoose={onChoose}
        onOther={nothing}
      />,
    );
    await screen.findByText(word('err.20001'));
    expect(requestsTo(readAccountStatuses)).toMatchObject([
      { source: 1, uids: [noura.accountId, salem.accountId, reem.accountId] },
    ]);
    await userEvent.click(await button('سالم'));
    expect(onChoose).not.toHaveBeenCalled();
    await userEvent.click(await button('ريم'));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(reem);
  });

  it.each([
    ['deactivated', 'err.20186'],
    ['banned', 'err.20001'],
    ['not-existing', 'err.noMatch'],
    ['deactivating', 'err.cancelling'],
    ['source-mismatch', 'err.source'],
  ] as const)(
    '[RCP-10] a recipient with the status %s shows the reason in the search and cannot be chosen',
    async (status, sentence) => {
      const [noura, salem, reem] = people() as [Recipient, Recipient, Recipient];
      statuses = new Map([[noura.accountId, status]]);
      render(
        <RecipientSearchSheet
          isOpen
          history={[noura, salem, reem]}
          onFound={nothing}
          onChoose={onChoose}
          onClose={nothing}
        />,
      );
      await waitFor(() => expect(requestsTo(readAccountStatuses)).toHaveLength(1));
      const barred = await button('نورة');
      await waitFor(() => expect(barred.textContent).toContain(word(sentence)));
      await userEvent.click(barred);
      expect(onChoose).not.toHaveBeenCalled();
      expect((await button('سالم')).textContent).not.toContain(word(sentence));
    },
  );

  it('[RCP-10] saved recipients are checked each time their list is shown', async () => {
    const history = people();
    statuses = new Map();
    const show = () =>
      render(<RecentRecipients history={history} selected={null} onChoose={onChoose} onOther={nothing} />);
    const { unmount } = show();
    await waitFor(() => expect(requestsTo(readAccountStatuses)).toHaveLength(1));
    await button('نورة');
    unmount();
    show();
    await waitFor(() => expect(requestsTo(readAccountStatuses)).toHaveLength(2));
  });

  it('saved recipients can be chosen while their status cannot be loaded', async () => {
    const [noura, salem, reem] = people() as [Recipient, Recipient, Recipient];
    network.use(answer(readAccountStatuses, LOST));
    render(
      <RecentRecipients
        history={[noura, salem, reem]}
        selected={null}
        onChoose={onChoose}
        onOther={nothing}
      />,
    );
    await waitFor(() => expect(requestsTo(readAccountStatuses)).not.toHaveLength(0));
    await userEvent.click(await button('نورة'));
    expect(onChoose).toHaveBeenCalledWith(noura);
  });
});

describe('a suggestion for a mistyped id', () => {
  it('a banned recipient is not suggested for a mistyped id', async () => {
    const [noura, slipped] = people() as [Recipient, Recipient];
    statuses = new Map([[noura.accountId, 'banned']]);
    const shared = { history: [noura], confirmation: NO_FACE_QUESTION, onChange: nothing };
    render(
      <NewFace
        recipient={{ ...slipped, displayId: noura.displayId.replace(/.$/, 'X') as DisplayId }}
        {...shared}
      />,
    );
    await waitFor(() => expect(requestsTo(readAccountStatuses)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
