/* The bank sends the payer here. Inside our page: tell it. As the whole window: go on to the result. */
(function () {
  const query = new URLSearchParams(location.search);
  const orderId = query.get('order_id') ?? '';
  const redirectResult = query.get('redirectResult'); // what the provider gives the payer to bring back
  if (window.parent !== window) {
    window.parent.postMessage({ type: 'bank-returned', orderId, redirectResult }, location.origin);
  } else {
    const onwards = new URLSearchParams({ step: 'returned', order_id: orderId });
    if (redirectResult !== null) onwards.set('redirectResult', redirectResult);
    location.replace(`/pay-step?${onwards}`);
  }
})();
