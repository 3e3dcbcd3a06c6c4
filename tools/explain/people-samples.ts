import { randomBytes, randomUUID } from 'node:crypto';
import {
  SESSIONS_LISTED_MAX,
  type FileKey,
  type RechargeId,
  type ReportId,
  type SignOff,
} from '@jawhara/domain';
import * as devices from '../../apps/api/src/accounts/account-device.store.ts';
import * as accounts from '../../apps/api/src/accounts/account.store.ts';
import * as logins from '../../apps/api/src/accounts/login.store.ts';
import * as presences from '../../apps/api/src/accounts/presence.store.ts';
import * as sessions from '../../apps/api/src/accounts/session.store.ts';
import * as feedback from '../../apps/api/src/feedback/feedback.store.ts';
import * as uploads from '../../apps/api/src/feedback/upload.store.ts';
import * as bans from '../../apps/api/src/penalties/ban.store.ts';
import * as packs from '../../apps/api/src/gem-packs/gem-pack.store.ts';
import * as handOvers from '../../apps/api/src/device-transfer/device-transfer.store.ts';
import * as histories from '../../apps/api/src/recipients/recipient-history.store.ts';
import * as restrictions from '../../apps/api/src/penalties/restriction.store.ts';
import * as configs from '../../apps/api/src/site-config/site-config.store.ts';
import * as telemetryReports from '../../apps/api/src/telemetry/telemetry-report.store.ts';
import * as telemetry from '../../apps/api/src/telemetry/telemetry.store.ts';
import type { SampleRows } from './sample-rows.ts';
import type { Asking, SamplesOf } from './sample.ts';

const FORGOTTEN_MOST = 500;
const SHOWN_MOST = 100;
const DAY_MS = 86_400_000;

const later = (at: Date): Date => new Date(at.getTime() + DAY_MS);
const signOff = { by: 'sample', why: 'sample' } as SignOff;

const causedBan = ({ decided, now }: SampleRows): bans.NewBan => ({
  accountId: decided.recipientId,
  kind: 'refund',
  causeOrderId: decided.id,
  since: now,
});

const subjectsOf = ({ restricted, card }: SampleRows): restrictions.Subject[] => [
  { kind: 'device', subject: restricted.device },
  { kind: 'card', subject: card.fingerprint },
];

export const accountSamples = {
  accountByDisplayId: ({ db, rows }) => accounts.accountByDisplayId(db, rows.account.displayId),
  accountById: ({ db, rows }) => accounts.accountById(db, rows.account.id),
  accountsByIds: ({ db, rows }) => accounts.accountsByIds(db, [rows.account.id, rows.nobody]),
  lockAccount: ({ tx, rows }) => accounts.lockAccount(tx, rows.banned),
  banAccount: ({ tx, rows }) => accounts.banAccount(tx, rows.banned),
  unbanAccount: ({ tx, rows }) => accounts.unbanAccount(tx, rows.banned),
  putAccounts: async ({ db, tx, rows }) => {
    const known = await accounts.accountsByIds(db, [rows.account.id]);
    await accounts.putAccounts(tx, known);
  },
} satisfies SamplesOf<typeof accounts>;

export const banSamples = {
  bansOf: ({ db, rows }) => bans.bansOf(db, rows.fine.accountId),
  giveBan: ({ tx, rows }) => bans.giveBan(tx, causedBan(rows)),
  liftBan: ({ tx, rows }) => bans.liftBan(tx, rows.fine.banId, { at: rows.now, by: 'person:sample' }),
  accountsWithEndedBans: ({ db, rows }) => bans.accountsWithEndedBans(db, rows.now, 200),
  reopenBan: ({ tx, rows }) => bans.reopenBan(tx, rows.fine.banId),
  withdrawBan: ({ tx, rows }) =>
    bans.withdrawBan(tx, { accountId: rows.fine.accountId, orderId: rows.fine.orderId, at: rows.now }),
  finesPaidOf: ({ db, rows }) => bans.finesPaidOf(db, rows.fine.accountId),
  noteFinePaid: ({ tx, rows }) => bans.noteFinePaid(tx, rows.fine, rows.fine.banId, rows.now),
  undoFine: ({ tx, rows }) => bans.undoFine(tx, rows.fine, rows.now),
  setEarlierRefundBans: async ({ db, tx, rows }) => {
    const [ban] = await bans.bansOf(db, rows.banned);
    if (ban) await bans.setEarlierRefundBans(tx, ban.id, 1);
  },
  redoFine: ({ tx, rows }) => bans.redoFine(tx, rows.fine),
  noteForNothing: ({ tx, rows }) => bans.noteForNothing(tx, rows.fine, rows.decided.id),
  finesReturnedBecause: ({ db, rows }) => bans.finesReturnedBecause(db, rows.fine.accountId, rows.decided.id),
} satisfies SamplesOf<typeof bans>;

export const restrictionSamples = {
  restrict: ({ tx, rows }) =>
    restrictions.restrict(tx, subjectsOf(rows), { causeOrderId: rows.restricted.orderId, since: rows.now }),
  standingOf: ({ db, rows }) => restrictions.standingOf(db, rows.restricted.orderId),
  liftAllOf: ({ tx, rows }) =>
    restrictions.liftAllOf(tx, rows.restricted.orderId, { at: rows.now, by: 'person:sample' }),
  liftForFine: ({ tx, rows }) =>
    restrictions.liftForFine(tx, rows.restricted.orderId, ['device'], { at: rows.now, by: 'person:sample' }),
  restoreAfterFine: ({ tx, rows }) => restrictions.restoreAfterFine(tx, rows.restricted.orderId),
  restrictedAmong: ({ db, rows }) => restrictions.restrictedAmong(db, subjectsOf(rows)),
  isCardRestricted: ({ db, rows }) => restrictions.isCardRestricted(db, rows.card.fingerprint),
} satisfies SamplesOf<typeof restrictions>;

export const deviceSamples = {
  rememberDevice: ({ tx, rows }) =>
    devices.rememberDevice(tx, { accountId: rows.account.id, device: randomUUID() }, rows.now),
  devicesOf: ({ db, rows }) => devices.devicesOf(db, rows.account.id),
  hasSignedInOn: ({ db, rows }) => devices.hasSignedInOn(db, rows.account.displayId, rows.card.device),
  hasBeenOn: ({ db, rows }) =>
    devices.hasBeenOn(db, { accountId: rows.card.accountId, device: rows.card.device }),
} satisfies SamplesOf<typeof devices>;

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
  accountOfTicket: ({ db, rows }) => logins.accountOfTicket(db, rows.ticketDigest, rows.now),
  deleteEndedTickets: ({ tx, rows }) => logins.deleteEndedTickets(tx, rows.now, FORGOTTEN_MOST),
  claimSignInToken: ({ tx, rows }) =>
    logins.claimSignInToken(tx, { digest: randomBytes(32), endsAt: later(rows.now) }, rows.now),
  deleteEndedSignInTokens: ({ tx, rows }) => logins.deleteEndedSignInTokens(tx, rows.now, FORGOTTEN_MOST),
} satisfies SamplesOf<typeof logins>;

export const transferSamples = {
  claimTransfer: ({ tx, rows }) =>
    handOvers.claimTransfer(tx, { digest: randomBytes(32), at: rows.now, endsAt: later(rows.now) }),
  deleteEndedTransfers: ({ tx, rows }) => handOvers.deleteEndedTransfers(tx, rows.now, FORGOTTEN_MOST),
} satisfies SamplesOf<typeof handOvers>;

export const sessionSamples = {
  accountOfSession: ({ db, rows }) =>
    sessions.accountOfSession(
      db,
      { keyDigest: rows.sessionDigest, device: rows.card.device, now: rows.now },
      { statuses: ['normal'], source: 'social' },
    ),
  insertSession: ({ tx, rows }) =>
    sessions.insertSession(tx, {
      sessionId: null,
      keyDigest: randomBytes(32),
      accountId: rows.account.id,
      loginKind: 'password',
      deviceName: { browser: 'chrome', system: 'android' },
      signedInAt: rows.now,
      createdAt: rows.now,
      expiresAt: later(rows.now),
    }),
  recordSessionUse: ({ tx, rows }) =>
    sessions.recordSessionUse(tx, {
      keyDigest: rows.sessionDigest,
      at: rows.now,
      expiresAt: later(rows.now),
      unlessSince: rows.now,
    }),
  sessionsOf: ({ db, rows }) =>
    sessions.sessionsOf(
      db,
      { accountId: rows.account.id, keyDigest: rows.sessionDigest, now: rows.now },
      SESSIONS_LISTED_MAX,
    ),
  deleteSessionOf: ({ tx, rows }) => sessions.deleteSessionOf(tx, rows.account.id, randomUUID()),
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

export const packSamples = {
  packsOnSale: ({ db }) => packs.packsOnSale(db),
  packOnSale: ({ db }) => packs.packOnSale(db, 'gems-1060' as RechargeId),
  allPacks: ({ db }) => packs.allPacks(db),
  putPack: async ({ db, tx }) => {
    const [pack] = await packs.allPacks(db);
    if (pack) await packs.putPack(tx, pack);
  },
} satisfies SamplesOf<typeof packs>;

export const configSamples = {
  newestSettings: ({ db }) => configs.newestSettings(db),
  currentSettings: ({ db }) => configs.currentSettings(db),
  insertVersion: ({ tx }) => configs.insertVersion(tx, {}, signOff),
  insertCopyOf: ({ tx }) => configs.insertCopyOf(tx, 1, signOff),
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
  countViolations: ({ db, rows }) => telemetry.countViolations(db, rows.now, SHOWN_MOST),
  keepDays: ({ tx }) => telemetry.keepDays(tx, 90),
} satisfies SamplesOf<typeof telemetry>;

const dayOf = ({ rows }: Asking): telemetryReports.Day => ({
  from: new Date(rows.now.getTime() - 86_400_000),
  to: rows.now,
});

export const telemetryReportSamples = {
  funnelOfDay: (asking) => telemetryReports.funnelOfDay(asking.db, dayOf(asking)),
  pageViewsEnded: (asking) => telemetryReports.pageViewsEnded(asking.db, dayOf(asking)),
  faultsOfDay: (asking) => telemetryReports.faultsOfDay(asking.db, dayOf(asking), SHOWN_MOST),
} satisfies SamplesOf<typeof telemetryReports>;

export const feedbackSamples = {
  lockReportsOf: ({ tx, rows }) => feedback.lockReportsOf(tx, rows.report.device),
  openReports: ({ db }) => feedback.openReports(db, SHOWN_MOST),
  reportByNumber: ({ db }) => feedback.reportByNumber(db, 'F1'),
  reportOfDevice: ({ db, rows }) => feedback.reportOfDevice(db, rows.report.device, 'F1'),
  answerReport: ({ tx, rows }) =>
    feedback.answerReport(tx, randomUUID() as ReportId, { answer: 'sample', by: 'sample', at: rows.now }),
  reportsOfSender: ({ db, rows }) =>
    feedback.reportsOfSender(db, { device: rows.report.device, accountId: rows.account.id }, SHOWN_MOST),
  closeReport: ({ tx }) => feedback.closeReport(tx, randomUUID() as ReportId),
  numberOfReport: ({ tx, rows }) => feedback.numberOfReport(tx, rows.report.device, rows.report.requestId),
  openRequestNumber: ({ tx, rows }) =>
    feedback.openRequestNumber(tx, { device: rows.report.device, accountId: null }, rows.report.requestId),
  insertReport: ({ tx, rows }) =>
    feedback.insertReport(tx, {
      id: randomUUID() as ReportId,
      number: 'F0',
      createdAt: rows.now,
      dueAt: null,
      device: rows.report.device,
      accountId: rows.account.id,
      content: 'sample',
      topic: 'other',
      orderNumber: '',
      contact: null,
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
