import type { ProviderFolder } from '@jawhara/domain';
import type { Shop } from './shop.ts';

/** Calls the control interface of a provider's sandbox. */
export async function sandboxControl<Answer>(
  { sandboxUrl }: Shop,
  provider: ProviderFolder,
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await fetch(`${sandboxUrl}/_control/${provider}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`sandbox control ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
