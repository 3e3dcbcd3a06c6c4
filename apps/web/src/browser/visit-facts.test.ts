import { beforeEach, describe, expect, it } from 'vitest';
import { visitFacts } from './link.ts';

const at = (search: string, hash = '') => visitFacts({ search, hash });

beforeEach(() => sessionStorage.clear());

describe('what the opening link says of the visit', () => {
  it('[APP-21] open_id, act_from, act_load_id, redirect_from and uuid of the link are remembered for the visit', () => {
    at('?open_id=o&act_from=a&act_load_id=l&redirect_from=tinyurl&uuid=u');
    expect(at('')).toEqual({
      openId: 'o',
      actFrom: 'a',
      actLoadId: 'l',
      redirectFrom: 'tinyurl',
      uuid: 'u',
      logsToConsole: false,
      sendsAtOnce: false,
    });
    expect(at('?act_from=b').actFrom).toBe('b');
    expect(at('').openId).toBe('o');
  });

  it('[APP-21] the link parameters log and s_log switch on by their presence, and off by 0 or false', () => {
    expect(at('?log')).toMatchObject({ logsToConsole: true, sendsAtOnce: false });
    expect(at('?log=0&s_log=1')).toMatchObject({ logsToConsole: false, sendsAtOnce: true });
    expect(at('?s_log=false').sendsAtOnce).toBe(false);
  });

  it('a link value that is too long is cut, and broken stored visit facts are ignored', () => {
    expect(at(`?uuid=${'x'.repeat(5_000)}`).uuid).toHaveLength(200);
    for (const broken of ['{', '7', 'null', '{"openId":{"a":1},"logsToConsole":"yes"}']) {
      sessionStorage.setItem('jawhara.visit', broken);
      expect(at('')).toMatchObject({ openId: null, logsToConsole: false });
    }
  });
});
