import { isWhitelisted, type PayType } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { WalletHosts } from './check-domain.ts';

export interface ChoiceWatch {
  readonly logger: Logger;
  readonly alerts: {
    left(wallet: PayType, servedBy: PayType): void;
    serving(wallet: PayType): void;
  };
}

/**
 * Logs the choice so that it can be recomputed by hand: the gray value, the shares in their order, the released channels
 * and the one that served.
 */
export function tellChoice({ logger, alerts }: ChoiceWatch): WalletHosts['chosen'] {
  return ({ channels, visitor }, { released, serving }) => {
    const shares = channels.map(({ payType, ratio }) => ({ payType, ratio }));
    const isForced = channels.some((channel) => isWhitelisted(channel, visitor));
    logger.info(
      { walletChoice: { grayValue: visitor.grayValue, shares, isForced, released, serving } },
      'a wallet channel was chosen',
    );
    if (released === null || serving === null) return;
    if (released !== serving) alerts.left(released, serving);
    else alerts.serving(serving);
  };
}
