import { randomBytes, randomUUID } from 'node:crypto';
import type { CardExpiry, FileKey, RechargeId, ReportId, SavedCardId } from '@jawhara/domain';
import * as accounts from '../../apps/api/src/accounts/account.store.ts';
import * as logins from '../../apps/api/src/accounts/login.store.ts';
import * as presences from '../../apps/api/src/accounts/presence.store.ts';
import * as sessions from '../../apps/api/src/accounts/session.store.ts';
import * as feedback from '../../apps/api/src/feedback/feedback.store.ts';
import * as uploads from '../../apps/api/src/feedback/upload.store.ts';
import * as bans from '../../apps/api/src/fines/ban.store.ts';
import * as packs from '../../apps/api/src/gem-packs/gem-pack.store.ts';
import * as histories from '../../apps/api/src/recipients/recipient-history.store.ts';
import type { CardOwner } from '../../apps/api/src/saved-cards/card-owner.ts';
import * as cards from '../../apps/api/src/saved-cards/saved-card.store.ts';
import * as configs from '../../apps/api/src/site-config/site-config.store.ts';
import * as telemetry from '../../apps/api/src/telemetry/telemetry.store.ts';
import type { Asking, Sample, SamplesOf } from './sample.ts';

const FORGOTTEN_MOST = 500;
const DAY_MS = 86_400_000;

const later = (at: Date): Date => new Date(at.getTime() + DAY_MS);
const signature = { by: 'sample', why: 'sample' };

export const accountSamples = {
  accountByDisplayId: ({ db, rows }) => accounts.accountByDisplayId(db, rows.account.displayId),
  accountById: ({ db, rows }) => accounts.accountById(db, rows.account.id),
  accountsByIds: ({ db, rows }) => accounts.accountsByIds(db, [rows.account.id, rows.nobody]),
  banAccount: ({ tx, rows }) => accounts.banAccount(tx, rows.banned),
  unbanAccount: ({ tx, rows }) => accounts.unbanAccount(tx, rows.banned),
} satisfies SamplesOf<typeof accounts>;

export const banSamples = {
  banOfAccount: ({ db, rows }) => bans.banOfAccount(db, rows.banned),
  banForRefund: ({ tx, rows }) => bans.banForRefund(tx, rows.banned, rows.now),
  liftBan: ({ tx, rows }) => bans.liftBan(tx, rows.banned, { at: rows.now, shownAt: rows.now }),
} satisfies SamplesOf<typeof bans>;

export const presenceSamples = {
  presenceOf: ({ db, rows }) => presences.presenceOf(db, rows.account.id),
} satisfies SamplesOf<typeof presences>;

export const loginSamples = {
  passwordOf: ({ db, rows }) => logins.passwordOf(db, rows.account.displayId),
  accountOfPerson: ({ db, rows }) => logins.accountOfPerson(db, 'facebook', rows.person),
  insertTicket: ({ tx, rows }) =>
    logins.insertTicket(tx, {
      digest: randomBytes(32),
      accountId: rows.account.id,
      createdAt: rows.now,
      expiresAt: later(rows.now),
    }),
  useTicket: ({ tx, rows }) => logins.useTicket(tx, rows.ticketDigest, rows.now),
  deleteEndedTickets: ({ tx, rows }) => logins.deleteEndedTickets(tx, rows.now, FORGOTTEN_MOST),
} satisfies SamplesOf<typeof logins>;

export const sessionSamples = {
  accountOfSession: ({ db, rows }) =>
    sessions.accountOfSession(db, rows.sessionDigest, rows.now, { statuses: ['normal'], source: 'social' }),
  insertSession: ({ tx, rows }) =>
    sessions.insertSession(tx, {
      keyDigest: randomBytes(32),
      accountId: rows.account.id,
      loginKind: 'password',
      createdAt: rows.now,
      expiresAt: later(rows.now),
    }),
  deleteSession: ({ tx, rows }) => sessions.deleteSession(tx, rows.sessionDigest),
  takeSession: ({ tx, rows }) => sessions.takeSession(tx, rows.sessionDigest, rows.now),
  deleteSessionsOf: ({ tx, rows }) => sessions.deleteSessionsOf(tx, rows.account.id),
  deleteEndedSessions: ({ tx, rows }) => sessions.deleteEndedSessions(tx, rows.now, FORGOTTEN_MOST),
} satisfies SamplesOf<typeof sessions>;

export const historySamples = {
  historyOf: ({ db, rows }) => histories.historyOf(db, rows.payer),
  lockHistory: ({ tx, rows }) => histories.lockHistory(tx, rows.payer),
  replaceHistory: ({ tx, rows }) =>
    histories.replaceHistory(tx, rows.payer, [
      { accountId: rows.account.id, fillTimes: 1, firstFillAt: rows.now, lastFillAt: rows.now },
    ]),
} satisfies SamplesOf<typeof histories>;

/** Whoever is signed in sees the cards of the account too: two questions, two plans. */
const forBoth =
  (ask: (asking: Asking, owner: CardOwner) => Promise<unknown>): Sample =>
  async (asking) => {
    const { device, accountId } = asking.rows.card;
    await ask(asking, { device, accountId: null });
    await ask(asking, { device, accountId });
  };

export const cardSamples = {
  cardsOf: forBoth(({ db }, owner) => cards.cardsOf(db, owner)),
  cardBySource: forBoth(({ db, rows }, owner) => cards.cardBySource(db, owner, rows.card.sourceId)),
  cardById: forBoth(({ db, rows }, owner) => cards.cardById(db, owner, rows.card.id)),
  cardsByFingerprint: forBoth(({ db, rows }, owner) =>
    cards.cardsByFingerprint(db, owner, rows.card.fingerprint),
  ),
  keepCard: forBoth(({ tx, rows }, owner) =>
    cards.keepCard(
      tx,
      {
        sourceId: rows.card.sourceId,
        fingerprint: rows.card.fingerprint,
        scheme: 'visa',
        last4: '4242',
        bin: '424242',
        issuerCountry: 'SA',
        expiry: '07/29' as CardExpiry,
      },
      {
        id: randomUUID() as SavedCardId,
        owner,
        provider: 13,
        recipientId: rows.account.id,
        at: rows.now,
      },
    ),
  ),
  usedAgain: ({ tx, rows }) =>
    cards.usedAgain(tx, rows.card.id, { recipientId: rows.account.id, at: rows.now }),
  markExpiredByBank: ({ tx, rows }) => cards.markExpiredByBank(tx, rows.card.id),
  setExpiry: forBoth(({ tx, rows }, owner) =>
    cards.setExpiry(tx, owner, rows.card.sourceId, '08/30' as CardExpiry),
  ),
  setRemembered: forBoth(({ tx, rows }, owner) =>
    cards.setRemembered(tx, owner, rows.card.fingerprint, true),
  ),
  sourcesOfNobodyElse: async ({ db, rows }) => {
    const { device, accountId } = rows.card;
    await cards.sourcesOfNobodyElse(db, await cards.cardsOf(db, { device, accountId }));
  },
  removeCards: ({ tx, rows }) => cards.removeCards(tx, [rows.card.id]),
} satisfies SamplesOf<typeof cards>;

export const packSamples = {
  packsOnSale: ({ db }) => packs.packsOnSale(db),
  packOnSale: ({ db }) => packs.packOnSale(db, 'gems-1060' as RechargeId),
} satisfies SamplesOf<typeof packs>;

export const configSamples = {
  newestSettings: ({ db }) => configs.newestSettings(db),
  currentSettings: ({ db }) => configs.currentSettings(db),
  insertVersion: ({ tx }) => configs.insertVersion(tx, {}, signature),
  insertCopyOf: ({ tx }) => configs.insertCopyOf(tx, 1, signature),
  newestVersions: ({ db }) => configs.newestVersions(db, 20),
} satisfies SamplesOf<typeof configs>;

export const telemetrySamples = {
  insertRecords: ({ db, rows }) =>
    telemetry.insertRecords(db, [
      {
        id: randomUUID(),
        receivedAt: rows.now,
        kind: 'event',
        name: 'sample',
        device: rows.payer,
        accountId: null,
        orderId: rows.open.id,
        body: {},
      },
    ]),
} satisfies SamplesOf<typeof telemetry>;

export const feedbackSamples = {
  lockReportsOf: ({ tx, rows }) => feedback.lockReportsOf(tx, rows.report.device),
  numberOfReport: ({ tx, rows }) => feedback.numberOfReport(tx, rows.report.device, rows.report.requestId),
  insertReport: ({ tx, rows }) =>
    feedback.insertReport(tx, {
      id: randomUUID() as ReportId,
      number: 'F0',
      createdAt: rows.now,
      device: rows.report.device,
      accountId: rows.account.id,
      content: 'sample',
      topic: 'other',
      orderNumber: '',
      model: '',
      version: '',
      pageId: '',
      fileKeys: [],
      requestId: randomUUID(),
    }),
} satisfies SamplesOf<typeof feedback>;

export const uploadSamples = {
  insertUpload: ({ tx, rows }) =>
    uploads.insertUpload(tx, {
      key: `feedback/${randomUUID()}` as FileKey,
      tokenDigest: randomBytes(32),
      purpose: 'feedback',
      device: rows.upload.device,
      accountId: null,
      type: 'image/png',
      bytes: 1,
      createdAt: rows.now,
      expiresAt: later(rows.now),
    }),
  beginUpload: async ({ tx, rows }) => {
    const { key, device } = rows.upload;
    await uploads.beginUpload(tx, { key, device, tokenDigest: null, now: rows.now });
    await uploads.beginUpload(tx, { key, device, tokenDigest: randomBytes(32), now: rows.now });
  },
  endUpload: ({ tx, rows }) => uploads.endUpload(tx, rows.upload.key, 'stored', 1),
  lockLooseFiles: ({ tx, rows }) => uploads.lockLooseFiles(tx, [rows.upload.key], rows.upload.device),
  markAttached: ({ tx, rows }) => uploads.markAttached(tx, [rows.upload.key]),
  fileOfDevice: ({ db, rows }) => uploads.fileOfDevice(db, rows.upload.key, rows.upload.device),
  takeLooseUploads: ({ tx, rows }) => uploads.takeLooseUploads(tx, rows.now, FORGOTTEN_MOST),
  deleteGone: ({ tx, rows }) => uploads.deleteGone(tx, [rows.upload.key]),
} satisfies SamplesOf<typeof uploads>;
