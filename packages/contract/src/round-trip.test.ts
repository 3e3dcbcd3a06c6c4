import {
  ACCOUNT_STATUS_CODES,
  PAYER_ORDER_STATES,
  KNOWN_MONEY,
  MAIL_CONSENTS,
  ORDER_GROUPS,
  ORDER_PURPOSES,
  PAY_TYPES,
  PROVIDER_NUMBERS,
  accountId,
  orderNumber,
  parseMailAddress,
  usdCents,
  type AccountSource,
  type AccountStatus,
  type DisplayId,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';
import { parse, type Codec, type Endpoint, type WireObject } from './endpoint.ts';
import * as files from './test/feedback-shapes.ts';
import * as fines from './test/fine-shapes.ts';
import * as logins from './test/login-shapes.ts';
import { agreed, challenge, orderFailure, orderId, orderPlaced, payers } from './test/order-shapes.ts';
import { receipts } from './test/receipt-shapes.ts';
import * as cards from './test/saved-card-shapes.ts';
import * as shapes from './test/system-shapes.ts';
import * as wallets from './test/wallet-shapes.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength });

const mailAddress = fc
  .tuple(letters('abcz019.-+_', 1, 20), letters('abc-', 1, 20))
  .map(([local, domain]) => parseMailAddress(`x${local}x@d${domain}d.example`))
  .filter((address) => address !== null);
const anyAccountId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(accountId);
const displayId = letters('0123456789', 5, 20).map((value) => value as DisplayId);
const rechargeId = letters('abcxyz0189_-', 1, 64).map((value) => value as RechargeId);
const payType = fc.constantFrom(...Object.keys(PAY_TYPES).map((code) => Number(code) as PayType));
const cents = fc.integer({ min: 0, max: 99_999_999_999_999 }).map(usdCents);
const count = fc.nat(1_000_000);
const url = fc.webUrl({ withQueryParameters: true });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const state = fc.constantFrom(...PAYER_ORDER_STATES);
const status = { result: fc.constantFrom<0 | -1 | 1>(0, -1, 1), state, creditedAt: fc.option(moment) };

const recipient = fc.record({ accountId: anyAccountId, displayId, nickname: text, iconUrl: fc.option(url) });
const nothing = fc.constant({});
const anOrder = fc.record({ orderId });

// A row's bonus is part of its gems.
const packRow = fc
  .record({
    rechargeId,
    priceUsdCents: cents,
    bonusGems: count,
    plainGems: count,
    payTypes: fc.array(payType, { maxLength: 4 }),
  })
  .map(({ plainGems, ...row }) => ({ ...row, gems: plainGems + row.bonusGems }));

const proven = new Set<string>();

const overJson = (wire: WireObject): unknown => JSON.parse(JSON.stringify(wire));

/** The request as a query or a form carries it: as text alone, without fields that are undefined. */
const overQuery = (wire: WireObject): unknown =>
  Object.fromEntries(
    Object.entries(wire)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

function survives<Ours>(
  shape: Codec<Ours>,
  ours: fc.Arbitrary<Ours>,
  wireOf: (wire: WireObject) => unknown,
): void {
  fc.assert(
    fc.property(ours, (value) => {
      expect(parse(shape, wireOf(shape.write(value)))).toEqual({ kind: 'parsed', value });
    }),
  );
}

function roundTrips<Request, Answer>(
  call: Endpoint<Request, Answer>,
  shapes: { readonly request: fc.Arbitrary<Request>; readonly answer: fc.Arbitrary<Answer> },
): void {
  proven.add(call.name);
  describe(`the call ${call.name}`, () => {
    it('a call’s request is read back unchanged from a JSON body', () =>
      survives(call.request, shapes.request, overJson));
    it('a call’s request is read back unchanged from a query string', () =>
      survives(call.request, shapes.request, overQuery));
    it('a call’s answer is read back unchanged from JSON', () =>
      survives(call.answer, shapes.answer, overJson));
  });
}

roundTrips(contract.findRecipient, { request: fc.record({ displayId }), answer: recipient });

roundTrips(contract.listGemPacks, {
  request: fc.record({ recipientId: fc.option(anyAccountId) }),
  answer: fc.record({
    rows: fc.array(packRow, { maxLength: 5 }),
    recommended: fc.array(cents, { maxLength: 3 }),
    extraRecommended: fc.option(cents),
    isNewPayer: fc.boolean(),
    isNewAccount: fc.boolean(),
    isNewDevice: fc.boolean(),
    payGroup: text,
  }),
});

roundTrips(contract.createCoinPay, {
  request: fc.record({ rechargeId, recipientId: anyAccountId, payType, card: cards.paidWith, agreed }),
  answer: orderPlaced,
});

const proofText = letters('abcXYZ019+/=._-', 4, 60);
roundTrips(contract.submitAuthenticationResult, {
  request: fc.record({
    orderId,
    proof: fc.option(
      fc.oneof(fc.record({ threeDsResult: proofText }), fc.record({ redirectResult: proofText })),
    ),
  }),
  answer: orderPlaced,
});
roundTrips(contract.submitPaymentToken, {
  request: fc.record({ orderId, payType, card: cards.paidWith }),
  answer: orderPlaced,
});
roundTrips(contract.armHandOver, { request: shapes.armings, answer: shapes.armedDevices });
roundTrips(contract.askHandOver, { request: nothing, answer: shapes.challenges });
roundTrips(contract.askBrowserHandOver, { request: nothing, answer: shapes.challenges });
roundTrips(contract.takeHandOver, { request: shapes.handOvers, answer: nothing });
roundTrips(contract.issueRoomTicket, { request: shapes.roomIds, answer: shapes.roomTickets });
roundTrips(contract.wishRefund, { request: anOrder, answer: fc.record({ wishedAt: moment }) });
roundTrips(contract.listSavedCards, { request: nothing, answer: cards.paySources });
roundTrips(contract.readCardOfOrder, { request: anOrder, answer: cards.cardsOfOrders });
roundTrips(contract.updateSavedCard, { request: cards.cardUpdates, answer: nothing });
roundTrips(contract.deleteSavedCard, { request: cards.cardPrints, answer: nothing });
roundTrips(contract.readOrderStatus, {
  request: anOrder,
  answer: fc.record({
    ...status,
    sourceId: fc.option(cards.sourceIds),
    triedProviders: fc.option(fc.array(fc.constantFrom(...PROVIDER_NUMBERS), { maxLength: 3 })),
  }),
});

roundTrips(contract.readOrder, {
  request: anOrder,
  answer: fc.record({
    ...status,
    orderId,
    money: fc.option(fc.constantFrom(...KNOWN_MONEY)),
    refundWishedAt: fc.option(moment),
    deliveryDueAt: fc.option(moment),
    receiptLink: fc.option(fc.string()),
    mail: fc.option(fc.record({ address: fc.option(fc.string()) })),
    purpose: fc.constantFrom(...ORDER_PURPOSES),
    payType,
    rechargeId: fc.option(rechargeId),
    priceUsdCents: cents,
    gems: count,
    bonusGems: count,
    recipient,
    createdAt: moment,
    challenge: fc.option(challenge),
  }),
});

const orderRow = fc.record({
  orderId,
  purpose: fc.constantFrom(...ORDER_PURPOSES),
  payType,
  priceUsdCents: cents,
  gems: count,
  recipient,
  createdAt: moment,
  state,
});
const orderRows = fc.array(orderRow, { maxLength: 3 });
roundTrips(contract.listOrders, {
  request: fc.record({
    group: fc.option(fc.constantFrom(...ORDER_GROUPS)),
    number: fc.option(text),
    before: fc.option(orderId),
  }),
  answer: fc.record({
    of: fc.constantFrom('account' as const, 'device' as const),
    orders: orderRows,
    hasOlder: fc.boolean(),
    earlier: orderRows,
  }),
});
roundTrips(contract.joinOrders, {
  request: fc.record({ mine: fc.array(orderId, { maxLength: 4 }) }),
  answer: fc.record({ joined: count }),
});

roundTrips(contract.findOrder, {
  request: fc.record({ number: orderId.map((id) => orderNumber(id)) }),
  answer: nothing,
});
roundTrips(contract.openOrderLink, {
  request: fc.record({ link: text }),
  answer: fc.record({ orderId }),
});
roundTrips(contract.readReceipt, { request: fc.record({ link: text }), answer: receipts });
roundTrips(contract.subscribeToMail, {
  request: fc.record({ orderId, address: mailAddress, consent: fc.constantFrom(...MAIL_CONSENTS) }),
  answer: nothing,
});
roundTrips(contract.stopMail, { request: anOrder, answer: nothing });
roundTrips(contract.unsubscribeMail, {
  request: fc.record({ link: text }),
  answer: fc.record({ orderNumber: fc.string() }),
});
roundTrips(contract.readOrderFailure, { request: anOrder, answer: orderFailure });
roundTrips(contract.cancelOrder, {
  request: fc.record({ orderId, reason: fc.string({ maxLength: 100 }) }),
  answer: nothing,
});

roundTrips(contract.readSiteConfig, { request: nothing, answer: shapes.siteConfigs });
roundTrips(contract.readServerTime, { request: nothing, answer: fc.record({ ts: fc.nat() }) });
roundTrips(contract.probeHost, { request: nothing, answer: fc.record({ ts: fc.nat() }) });
roundTrips(contract.probeHostOfApp, { request: nothing, answer: fc.record({ ts: fc.nat() }) });
roundTrips(contract.readBackupDomains, { request: nothing, answer: shapes.backupDomains });
roundTrips(contract.readPosition, { request: nothing, answer: shapes.positions });
roundTrips(contract.reportPageView, { request: shapes.pageViews, answer: nothing });
roundTrips(contract.addEvent, { request: shapes.telemetryEvents, answer: nothing });
roundTrips(contract.reportSensorData, { request: shapes.sensorReports, answer: nothing });
roundTrips(contract.reportTrace, { request: shapes.debugTraces, answer: nothing });
roundTrips(contract.reportPolicyViolations, { request: shapes.policyViolations, answer: nothing });
roundTrips(contract.runBatch, { request: shapes.batches, answer: shapes.batchAnswers });

const accountFace = fc.record({
  accountId: anyAccountId,
  displayId,
  nickname: text,
  iconUrl: fc.option(url),
});
const signedIn = fc.record({ sessionKey: letters('0123456789abcdef', 64, 64), account: accountFace });
const accountStatus = fc.constantFrom(...(Object.keys(ACCOUNT_STATUS_CODES) as AccountStatus[]));
const roomId = fc.option(fc.nat());
const accessTokenLogin = fc.record({
  userId: letters('0123456789', 1, 20),
  accessToken: letters('abcXYZ019|.', 1, 200),
});

roundTrips(contract.logInWithPassword, {
  request: fc.record({ typedId: text, password: text }),
  answer: signedIn,
});
roundTrips(contract.logInWithTicket, {
  request: fc.record({ ticket: letters('0123456789abcdef', 1, 64) }),
  answer: signedIn,
});
roundTrips(contract.logInWithFacebook, { request: accessTokenLogin, answer: signedIn });
roundTrips(contract.readLoginKey, { request: accessTokenLogin, answer: signedIn });
roundTrips(contract.logInWithGoogle, {
  request: fc.record({ idToken: letters('abcXYZ019_-.', 1, 900) }),
  answer: signedIn,
});
roundTrips(contract.refreshSession, { request: nothing, answer: signedIn });
roundTrips(contract.logOut, { request: nothing, answer: nothing });
roundTrips(contract.logOutEverywhere, { request: nothing, answer: nothing });
roundTrips(contract.listSessions, { request: nothing, answer: logins.sessionEntries });
roundTrips(contract.endSession, { request: fc.record({ sessionId: fc.uuid() }), answer: nothing });
roundTrips(contract.readTicket, {
  request: fc.record({ ticket: letters('0123456789abcdef', 1, 64) }),
  answer: accountFace,
});
roundTrips(contract.readSignInProviders, { request: nothing, answer: logins.signInProviders });
roundTrips(contract.readOperatorFacts, {
  request: fc.record({ language: fc.constantFrom(...contract.LEGAL_LANGUAGES) }),
  answer: shapes.operatorFacts,
});
roundTrips(contract.readSignedInAccount, { request: nothing, answer: accountFace });
roundTrips(contract.readJoinedRooms, {
  request: nothing,
  answer: fc.record({ lastRoomId: roomId, ownRoomId: roomId }),
});
roundTrips(contract.readPressedAccount, {
  request: fc.record({ accountId: anyAccountId }),
  answer: fc.record({
    accountId: anyAccountId,
    status: accountStatus,
    isStreamer: fc.boolean(),
    isInvisible: fc.boolean(),
    isOnline: fc.boolean(),
    roomId,
  }),
});
roundTrips(contract.readAccountStatuses, {
  request: fc.record({
    asking: fc.constantFrom<AccountSource>('social', 'ludo'),
    accountIds: fc.array(anyAccountId, { minLength: 1, maxLength: contract.ACCOUNT_STATUSES_MAX }),
  }),
  answer: fc.array(fc.tuple(anyAccountId, accountStatus)).map((rows) => new Map(rows)),
});

const wholeSeconds = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => new Date(seconds * 1000));
const recipientRecord = {
  accountId: anyAccountId,
  fillTimes: fc.integer({ min: 1, max: 1_000_000 }),
  firstFillAt: wholeSeconds,
  lastFillAt: wholeSeconds,
};
roundTrips(contract.uploadRecipientHistory, {
  request: fc.array(fc.record(recipientRecord), { maxLength: 5 }),
  answer: nothing,
});
roundTrips(contract.listRecipientHistory, {
  request: fc.record({ offset: count, limit: fc.nat(100) }),
  answer: fc.array(
    fc
      .record({ ...recipientRecord, recipient, payer: payers, isGuest: fc.boolean(), status: accountStatus })
      .map((known) => ({ ...known, accountId: known.recipient.accountId })),
    { maxLength: 3 },
  ),
});

roundTrips(contract.checkDomainPayable, { request: wallets.domainQuestions, answer: wallets.domainAnswers });
roundTrips(contract.openWalletSession, { request: wallets.sessionRequests, answer: wallets.sessions });
roundTrips(contract.verifyWalletPay, { request: wallets.payments, answer: wallets.results });
roundTrips(contract.askUploadTokens, { request: files.uploadRequests, answer: files.uploadTickets });
roundTrips(contract.uploadFile, { request: files.uploads, answer: files.uploadedFiles });
roundTrips(contract.uploadImage, { request: files.imageUploads, answer: files.uploadedFiles });
roundTrips(contract.submitFeedback, { request: files.feedbacks, answer: files.sentReports });
roundTrips(contract.readReport, { request: files.reportQuestions, answer: files.reportInfos });
roundTrips(contract.forgetDevice, { request: nothing, answer: nothing });
roundTrips(contract.readMyData, { request: nothing, answer: fc.record({ file: text }) });
roundTrips(contract.requestErasure, { request: nothing, answer: fc.record({ reportNumber: text }) });
roundTrips(contract.readFine, { request: fc.record({ displayId }), answer: fines.fineInfos });
roundTrips(contract.createFinePay, { request: fines.payFines, answer: orderPlaced });
roundTrips(contract.createFinePayByPayerMax, { request: fines.payFines, answer: orderPlaced });
const maybeOrder = fc.record({ orderId: fc.option(orderId) });
roundTrips(contract.resolveOrderRequest, {
  request: fc.record({ requestId: fc.uuid() }),
  answer: maybeOrder,
});
roundTrips(contract.readRecentOrder, { request: fc.record({ withinS: fc.nat(9999) }), answer: maybeOrder });
roundTrips(contract.openCardSession, {
  request: fc.record({ rechargeId: fc.option(rechargeId) }),
  answer: fc.record({ clientKey: letters('abcXYZ019_-', 8, 60), sessionKey: letters('abcXYZ019_-', 8, 60) }),
});

it('every endpoint of the contract has a round-trip test', () => {
  expect([...proven].toSorted()).toEqual(contract.ALL_ENDPOINTS.map((call) => call.name).toSorted());
});
