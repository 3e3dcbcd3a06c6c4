import type { AccountFace } from '@jawhara/contract';
import { accountId, type DisplayId } from '@jawhara/domain';

export const NOURA: AccountFace = {
  accountId: accountId(1001),
  displayId: '5048213' as DisplayId,
  nickname: 'Noura',
  iconUrl: null,
};

export const AMAL: AccountFace = {
  accountId: accountId(1002),
  displayId: '3310457' as DisplayId,
  nickname: 'Amal',
  iconUrl: null,
};
