import { askUploadTokens, submitFeedback } from '@jawhara/contract';
import type { FileKey } from '@jawhara/domain';
import { answer, network } from '../../../api/test/network.ts';
import { act, render, screen, userEvent } from '../../../ui/test/library.ts';
import { word } from '../../../words/word.ts';
import { FeedbackScreen } from '../feedback-screen.tsx';

export const NUMBER = 'FB-7F3K-20481';
export const STORY = 'I paid yesterday and no gems came.';

const keyOf = (nth: number) => `feedback-${'abcdefghij'.charAt(nth).repeat(40)}` as FileKey;

/** A server that accepts every report and gives an upload token for every file. */
export function takeAll(): void {
  let provided = 0;
  network.use(
    answer(submitFeedback, { reportNumber: NUMBER }),
    answer(askUploadTokens, ({ files }) =>
      files.map(() => {
        provided += 1;
        return {
          kind: 'ticket',
          url: 'http://localhost/api/upload/',
          token: `token-${provided}`,
          key: keyOf(provided),
        };
      }),
    ),
  );
}

export function openForm(path = '/feedback'): void {
  history.replaceState(null, '', path);
  render(<FeedbackScreen />);
}

export const story = () => screen.getByRole('textbox', { name: word('feedback.content') });
export const sendButton = () => screen.getByTestId('report-send');

export async function write(topic = word('feedback.t4')): Promise<void> {
  await userEvent.click(screen.getByRole('radio', { name: topic }));
  await userEvent.click(story());
  await userEvent.paste(STORY);
}

export async function pickFiles(...files: File[]): Promise<void> {
  const input = await screen.findByLabelText(word('feedback.attach'), { selector: 'input' });
  await userEvent.upload(input, files, { applyAccept: false });
}

export const someFile = (name: string, type = 'image/jpeg', bytes = 10): File => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

export function goOffline(isOffline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: !isOffline, configurable: true });
  act(() => void dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
}
