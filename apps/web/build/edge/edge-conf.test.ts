import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_ENDPOINTS } from '@jawhara/contract';
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  HEADER_LINE_BYTES_MAX,
  LOCALES,
  DEFAULT_LOCALE,
  SERVER_ANSWERS_WITHIN_MS,
} from '@jawhara/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { API_PREFIXES, edgePlaces, type Match } from './edge-places.ts';
import { readEdgeSettings } from './edge-settings.ts';
import { edgeConf } from './edge-conf.ts';
import { fillTemplate, quoted } from './fill-template.ts';

const site = mkdtempSync(join(tmpdir(), 'edge-site-'));
writeFileSync(join(site, 'index.html'), 'x');
afterAll(() => rmSync(site, { recursive: true }));

const conf = (env: Record<string, string> = {}) => edgeConf(readEdgeSettings(env, site), ["'sha256-x'"]);

/** The directives inside a location block. */
function location(text: string, head: string): string {
  const begin = text.indexOf(`location ${head} {`);
  return text.slice(begin, text.indexOf('\n  }\n', begin));
}

const MATCH_TEXT = {
  exact: (match: Match) => `= ${'path' in match ? match.path : ''}`,
  beginning: (match: Match) => `^~ ${'path' in match ? match.path : ''}`,
  pattern: (match: Match) => `~ "${'pattern' in match ? match.pattern : ''}"`,
  rest: () => '/',
};

it('nginx passes an API call to one server without a retry, and its time-out is longer than the API’s', () => {
  const text = conf();
  expect(text).toContain('proxy_next_upstream off;');
  expect(text).toContain('proxy_read_timeout 95s;');
  expect(SERVER_ANSWERS_WITHIN_MS).toBe(90_000);
});

describe('the file written by hand', () => {
  const everything = {
    ROOMS_URL: 'http://10.0.0.9:8200',
    APPLE_DOMAIN_FILE: join(site, 'index.html'),
  };

  it.each([{}, everything])(
    'nginx has exactly the locations of the table of paths, with the patterns in the table’s order: %j',
    (env) => {
      const main = conf(env).split('\nserver {').at(-1) ?? '';
      const written = [...main.matchAll(/^ {2}location (.*) \{/gm)].map(([, head = '']) => head);
      const listed = written.filter((head) => !/_refused|_shell|@nothing/.test(head));
      const table = edgePlaces(readEdgeSettings(env, site)).map(({ match }) => MATCH_TEXT[match.kind](match));
      expect(listed.toSorted()).toEqual(table.toSorted());
      const patterns = (heads: string[]) => heads.filter((head) => head.startsWith('~'));
      expect(patterns(listed)).toEqual(patterns(table));
    },
  );

  it('nginx limits request bodies and headers to the sizes of the API contract', () => {
    const text = conf(everything);
    const largest = (inside: string) => Number(/client_max_body_size (\d+);/.exec(inside)?.[1]);
    expect(largest(text.split('\nserver {').at(-1) ?? '')).toBe(BODY_BYTES_MAX);
    const places = edgePlaces(readEdgeSettings(everything, site));
    for (const { match, serve } of places) {
      if (serve.kind !== 'api' && serve.kind !== 'room-call') continue;
      const inside = location(text, MATCH_TEXT[match.kind](match));
      expect(inside).toContain('proxy_pass http://edge_');
      const own = inside.includes('client_max_body_size') ? largest(inside) : BODY_BYTES_MAX;
      expect([match, own]).toEqual([match, serve.bodyBytesMax]);
      if (serve.kind === 'api') expect(inside.includes('/file-too-large;')).toBe(serve.isFile);
    }
    expect(ALL_ENDPOINTS.filter(({ fileBytesMax }) => fileBytesMax !== undefined).length).toBeGreaterThan(0);
    const lines = HEADER_BYTES_MAX / HEADER_LINE_BYTES_MAX;
    expect(text).toContain(`large_client_header_buffers ${lines} ${HEADER_LINE_BYTES_MAX};`);
  });

  it('nginx recognises API calls by the prefixes of the contract, and has error texts in every language', () => {
    const text = conf();
    const calls = API_PREFIXES.map((prefix) => prefix.slice(1, -1)).join('|');
    expect(text).toContain(`(?:${calls})(?:[/?# ]|$)" call;`);
    const [, languages = ''] = /\$edge_locale \{([^}]*)\}/.exec(text) ?? [];
    for (const locale of Object.keys(LOCALES)) expect(languages).toContain(`(?![a-z])" ${locale};`);
    expect(languages).toContain(`default ${DEFAULT_LOCALE};`);
    for (const name of ['malformed', 'file_too_large', 'busy', 'fault']) {
      const [, inside = ''] = new RegExp(`\\$edge_says_${name} \\{([^]*?)\\n\\}`).exec(text) ?? [];
      expect([...inside.matchAll(/^ {2}(\w+) "/gm)].map(([, locale]) => locale)).toEqual(
        Object.keys(LOCALES),
      );
    }
  });

  it('every placeholder of the nginx template is filled in, and a placeholder without a value throws', () => {
    expect(conf(everything)).not.toMatch(/\$\{[A-Z]/);
    expect(() => fillTemplate('listen ${PORT};', {})).toThrow(/PORT/);
  });
});

describe('a room’s socket', () => {
  const rooms = { ROOMS_URL: 'http://10.0.0.9:8200,http://10.0.0.10:8200', COUNTRY_HEADER: 'CF-IPCountry' };
  const socket = location(conf(rooms), '= /api/room/socket/');

  it('nginx upgrades room sockets without buffering and keeps them open for more than 121 seconds', () => {
    expect(socket).toContain('proxy_set_header upgrade $http_upgrade;');
    expect(socket).toContain('proxy_set_header connection "upgrade";');
    expect(socket).toContain('proxy_buffering off;');
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(socket) ?? [];
    expect(Number(seconds)).toBeGreaterThan(121);
  });

  it('a room socket passes on every header that an API call passes on', () => {
    const headers = (text: string) =>
      [...text.matchAll(/proxy_set_header ([\w-]+) /g)].map(([, name]) => name);
    const [http = ''] = conf(rooms).split('\nserver {');
    expect(headers(http)).toContain('CF-IPCountry');
    expect(headers(socket)).toEqual([...headers(http), 'upgrade']);
  });

  it('room sockets have their own connection limits, separate from those of purchases', () => {
    expect(socket).toContain('limit_conn edge_sockets 1000;');
    expect(socket).toContain('limit_conn edge_all_sockets 4000;');
    expect(socket).not.toContain('edge_networks');
  });

  it('nginx retries a room socket or status call on the next gateway, and never a batch of room changes', () => {
    const text = conf(rooms);
    expect(text).toMatch(/upstream edge_rooms \{[^}]*server 10\.0\.0\.9:8200 [^}]*server 10\.0\.0\.10:8200 /);
    const next = 'proxy_next_upstream error timeout http_503;';
    expect(socket).toContain(next);
    expect(location(text, '= /api/room/full_status/')).toContain(next);
    expect(location(text, '= /api/room/inlet/')).not.toContain('proxy_next_upstream');
  });

  it('without room gateways the nginx configuration has no room locations', () => {
    expect(conf()).not.toMatch(/edge_rooms|api\/room/);
  });
});

describe('who the visitor is', () => {
  it('without a trusted proxy the visitor’s address is the connecting address', () => {
    const text = conf();
    expect(text).toContain('proxy_set_header x-forwarded-for $remote_addr;');
    expect(text).not.toContain('set_real_ip_from');
  });

  it('the visitor’s address and country are read from headers of the trusted proxy only', () => {
    const text = conf({ EDGE_TRUSTED_PROXIES: '10.0.0.0/8', COUNTRY_HEADER: 'CF-IPCountry' });
    expect(text).toContain('set_real_ip_from 10.0.0.0/8;');
    expect(text).toContain('10.0.0.0/8 1;');
    expect(text).toContain('1 $http_cf_ipcountry;');
    expect(text).toContain('proxy_set_header CF-IPCountry $edge_country;');
  });
});

it('every nginx location sets all security headers itself', () => {
  const text = conf();
  for (const head of ['= /pay', '= /login', '"^/assets/[^/]+$"', '= /_shell.html', '@nothing', '= /home']) {
    const inside = location(text, head.startsWith('"') ? `~ ${head}` : head);
    for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security'])
      expect([head, name, inside.includes(`add_header ${name} `)]).toEqual([head, name, true]);
  }
});

it('a value that contains an nginx variable throws when it is written into the nginx configuration', () => {
  expect(quoted('a "b" \\c')).toBe('"a \\"b\\" \\\\c"');
  expect(() => quoted('$host')).toThrow(/cannot be told/);
});
