/** Point 7 of the source specification, row by row: method, path, and the fields of the payload. */
export const SOURCE_TABLE: readonly (readonly [row: string, fields: readonly string[]])[] = [
  ['POST /api/sys/batch_request/', ['async', 'timeout', 'header', 'requests']],
  ['GET /api/live_room/last_join_room/', []],
  ['GET /api/sys/ts/', []],
  ['GET /api/sys/backup_domains/', []],
  [
    'GET /api/sys/add_event/',
    [
      'event_name',
      'uuid',
      'version',
      'str_param1',
      'str_param2',
      'str_param3',
      'str_param4',
      'int_param1',
      'int_param2',
      'int_param3',
      'int_param4',
    ],
  ],
  ['GET /api/sys/upload_token/', ['uuid', 'files', 'purpose', 'session_key', 'scene', 'way', 'need_date']],
  ['POST /api/user/upload_image/', ['key', 'file']],
  ['POST /api/sys/config/', ['channel', 'pure']],
  ['POST /api/third_party_pay/get_recharge_list_v3/', ['uid', 'source', 'session_key']],
  ['POST /api/user/check_uid/', ['uid']],
  ['GET /api/user/check_uid/', ['uid']],
  ['GET /api/web/check_display_id/', ['display_id', 'source']],
  ['POST /api/web/check_user_status/', ['source', 'uids']],
  [
    'GET /api/web/pay_result_by_order_fast/',
    ['zp_pay_sub_type', 'zp_orderid', 'zp_h5deviceid', 'platform_data'],
  ],
  ['POST /api/web/get_order_info_by_pay2_order_id/', ['order_id']],
  ['POST /api/web/get_card_source/', ['h5_deviceid', 'session_key']],
  ['GET /api/web/get_card_source/', ['h5_deviceid', 'session_key']],
  ['GET /api/web/get_card_info_by_order/', ['h5_deviceid', 'order_id']],
  [
    'GET /api/web/update_card_source/',
    ['source_id', 'card_valid_date', 'is_remember', 'source', 'h5_deviceid'],
  ],
  ['GET /api/web/delete_card_source/', ['fingerprint', 'h5_deviceid', 'session_key']],
  ['GET /api/web/get_pay_error_by_order/', ['order_id', 'source']],
  ['GET /api/web/recharge_fill_record/', ['session_key', 'h5_deviceid', 'offset', 'limit']],
  ['GET /api/web/upload_recharge_fill_record/', ['session_key', 'h5_deviceid', 'records']],
  ['GET /api/order/check_domain_payable', ['pay_type', 'domain', 'uid', 'check_only']],
  [
    'GET /api/order/create_coin_pay/',
    [
      'recharge_id',
      'uid',
      'pay_type',
      'platform_data',
      'source_id',
      'source',
      'session_key',
      'ext',
      'mock',
      'uuid',
    ],
  ],
  ['POST /api/order/click_cancel/', ['app_order', 'reason']],
  [
    'GET /api/order/adyen_apple_pay_session_data/',
    ['uid', 'source', 'display_name', 'domain_name', 'app_order', 'merchant_identifier'],
  ],
  [
    'POST /api/order/adyen_verify_pay/',
    ['app_order', 'apple_pay_token', 'payment_method_type', 'session_key'],
  ],
  ['GET /api/order/submit_authentication_result/', ['order_id', 'platform_data']],
  ['GET /api/order/submit_payment_token/', ['order_id', 'platform_data']],
  ['GET /api/order/create_fine_pay/', ['mock', 'uuid', 'source']],
  ['GET /api/payer_max/create_fine_pay/', ['uuid', 'source']],
  ['GET /api/fine/get_fine_info/', ['id']],
  ['GET /api/order/tmp_report/', ['app_order', 'data']],
  ['GET /api/user/account_login/', ['display_uid', 'password', 'device', 'uuid']],
  ['GET /api/coin/get_pay_user_info/', ['session_key']],
  ['GET /api/web/ticket_login/', ['ticket']],
  [
    'POST /api/user/facebook_login/',
    [
      'user_id',
      'access_token',
      'version_code',
      'device',
      'device_uuid',
      'sdcard_uuid',
      'uuid',
      'mac',
      'phone',
    ],
  ],
  ['POST /api/user_mode/get_login_key/', ['login_type', 'user_id', 'access_token', 'auto_create']],
  [
    'POST /api/user/google_login/',
    ['id_token', 'version_code', 'device', 'device_uuid', 'sdcard_uuid', 'uuid', 'mac', 'phone'],
  ],
  ['GET /api/feedback/submit/', ['session_key', 'uid', 'content', 'images', 'model', 'version', 'uuid']],
  ['GET /api/web/page_view_id_result/', ['page_view_id', 'source']],
  ['GET /api/timeline/position/', []],
  [
    'POST /third/sensor_monitor/report_data/',
    ['s_event_uuid', 'server_url', 'ts', 'day', 'h5_deviceid', 'page_view_id', 'event', 'ext', 'project'],
  ],
  ['GET /api/sys/h5_info/', []],
  ['GET /api/gm/hii', []],
];

/** The fields of each request inside a batch call. */
export const SOURCE_INNER_FIELDS: readonly (readonly [
  row: string,
  field: string,
  inner: readonly string[],
])[] = [['POST /api/sys/batch_request/', 'requests', ['method', 'path', 'request_id', 'params', 'headers']]];

/** Read before every call by the API itself, so no call's schema names them. */
export const DOOR_FIELDS: readonly string[] = ['session_key'];

/** Calls that change something or carry a secret: they answer to POST too, whatever the table says. */
export const POST_TOO: readonly string[] = [
  '/api/order/create_coin_pay/',
  '/api/order/create_fine_pay/',
  '/api/payer_max/create_fine_pay/',
  '/api/user/account_login/',
  '/api/web/ticket_login/',
  '/api/web/update_card_source/',
  '/api/web/delete_card_source/',
  '/api/order/click_cancel/',
  '/api/order/adyen_verify_pay/',
  '/api/order/submit_authentication_result/',
  '/api/order/submit_payment_token/',
  '/api/sys/upload_token/',
  '/api/feedback/submit/',
  '/api/web/page_view_id_result/',
  '/api/order/adyen_apple_pay_session_data/',
];

/** Calls of ours that the source specification does not have. */
export const OUR_OWN: readonly string[] = [
  'readReceipt',
  'subscribeToMail',
  'stopMail',
  'unsubscribeMail',
  'findOrder',
  'openOrderLink',
  'refreshSession',
  'logOut',
  'logOutEverywhere',
  'listSessions',
  'endSession',
  'readTicket',
  'readSignInProviders',
  'readOperatorFacts',
  'uploadFile',
  'reportPolicyViolations',
  'resolveOrderRequest',
  'openCardSession',
  'readReport',
  'forgetDevice',
  'readMyData',
  'requestErasure',
  'wishRefund',
  'listOrders',
  'joinOrders',
  'armHandOver',
  'askHandOver',
  'askBrowserHandOver',
  'readRecentOrder',
  'takeHandOver',
  'issueRoomTicket',
];

/**
 * Rows, and fields of rows, that the contract does not have yet. A listed one that the contract has makes a test fail, so this
 * list only gets shorter.
 */
export const NOT_YET: readonly string[] = [];
