import type { CallName } from '@jawhara/contract';

/** How often one device, one account and one address may make a call, in calls a minute. */
export interface CallAllowance {
  readonly perDevice: number;
  readonly perAccount: number;
  /** Carriers put thousands of phones behind one address: this stops floods, not people. */
  readonly perAddress: number;
}

/** Shown with every page: cheap, and asked for again whenever a page opens. */
const PAGE = { perDevice: 120, perAccount: 240, perAddress: 6_000 };
/** Polled while a payment is undecided: twice a second, on more than one page. */
const POLL = { perDevice: 360, perAccount: 720, perAddress: 12_000 };
/** Reports of pages about themselves, which come in bursts. */
const REPORT = { perDevice: 300, perAccount: 600, perAddress: 12_000 };
/** Calls for a visitor's own data, read or changed by hand. */
const OWN = { perDevice: 60, perAccount: 120, perAddress: 3_000 };
/** Starts something that costs: a provider is asked, or a secret is tried. The narrower guards stand behind these. */
const COSTLY = { perDevice: 20, perAccount: 40, perAddress: 600 };

/** Every call has a row: one without does not compile. */
export const ALLOWANCES = {
  readSiteConfig: PAGE,
  readServerTime: PAGE,
  readBackupDomains: PAGE,
  readPosition: PAGE,
  askHandOver: PAGE,
  askBrowserHandOver: PAGE,
  probeHost: PAGE,
  probeHostOfApp: PAGE,
  listGemPacks: PAGE,
  checkDomainPayable: PAGE,
  readSignInProviders: PAGE,
  readOperatorFacts: PAGE,
  // A page fetches one for each connection: eight in eight seconds while a gateway is away.
  issueRoomTicket: PAGE,
  // Its parts are counted as well, each by its own row.
  runBatch: PAGE,

  reportPageView: REPORT,
  addEvent: REPORT,
  reportSensorData: REPORT,
  reportTrace: REPORT,
  reportPolicyViolations: REPORT,

  readOrderStatus: POLL,
  readOrderFailure: POLL,
  resolveOrderRequest: POLL,
  readRecentOrder: POLL,

  readSignedInAccount: OWN,
  readJoinedRooms: OWN,
  readAccountStatuses: OWN,
  readPressedAccount: OWN,
  findRecipient: OWN,
  readFine: OWN,
  listRecipientHistory: OWN,
  uploadRecipientHistory: OWN,
  listSavedCards: OWN,
  readCardOfOrder: OWN,
  readOrder: OWN,
  readReport: OWN,
  readReceipt: OWN,
  stopMail: OWN,
  unsubscribeMail: OWN,
  cancelOrder: OWN,
  wishRefund: OWN,
  refreshSession: OWN,
  logOut: OWN,
  logOutEverywhere: OWN,
  listSessions: OWN,
  endSession: OWN,
  forgetDevice: OWN,
  armHandOver: OWN,

  createCoinPay: COSTLY,
  createFinePay: COSTLY,
  createFinePayByPayerMax: COSTLY,
  submitAuthenticationResult: COSTLY,
  submitPaymentToken: COSTLY,
  openCardSession: COSTLY,
  openWalletSession: COSTLY,
  verifyWalletPay: COSTLY,
  updateSavedCard: COSTLY,
  deleteSavedCard: COSTLY,
  askUploadTokens: COSTLY,
  submitFeedback: COSTLY,
  readMyData: COSTLY,
  requestErasure: COSTLY,
  subscribeToMail: COSTLY,
  uploadFile: COSTLY,
  uploadImage: COSTLY,
  logInWithPassword: COSTLY,
  logInWithTicket: COSTLY,
  takeHandOver: COSTLY,
  readTicket: COSTLY,
  logInWithFacebook: COSTLY,
  readLoginKey: COSTLY,
  logInWithGoogle: COSTLY,
} as const satisfies Record<CallName, CallAllowance>;
