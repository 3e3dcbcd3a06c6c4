export type PostResult = { readonly kind: 'posted' } | { readonly kind: 'not-posted'; readonly why: string };

export interface ChatBot {
  post(text: string): Promise<PostResult>;
}

const TIMEOUT_MS = 5_000;

/** Request bodies that chat bots accept. `text`: Slack, Mattermost, Rocket.Chat, Google Chat; `lark`: Lark and Feishu. */
export const CHAT_BOT_BODIES = {
  text: (text: string): object => ({ text }),
  lark: (text: string): object => ({ msg_type: 'text', content: { text } }),
} as const satisfies Record<string, (text: string) => object>;

export type ChatBotFormat = keyof typeof CHAT_BOT_BODIES;

/** Some bots answer 200 and say no in the body. */
function isRefusal(body: unknown): boolean {
  const code = (body as { code?: unknown } | null)?.code;
  return typeof code === 'number' && code !== 0;
}

/** Its address is a secret: whoever has it can write there. It is in no log and no error. */
export function chatBot(webhookUrl: string, format: ChatBotFormat, timeoutMs = TIMEOUT_MS): ChatBot {
  return {
    async post(text) {
      try {
        const answer = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(CHAT_BOT_BODIES[format](text)),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const said = await answer.text();
        if (!answer.ok) return { kind: 'not-posted', why: `status ${answer.status}` };
        return isRefusal(jsonIn(said)) ? { kind: 'not-posted', why: 'refused' } : { kind: 'posted' };
      } catch (error) {
        return { kind: 'not-posted', why: (error as Error).name === 'TimeoutError' ? 'time-out' : 'away' };
      }
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
