/* The bank sends the payer here. In a frame, the page around it gets a message; as the whole window, the result opens. */
(function () {
  const query = new URLSearchParams(location.search);
  const orderId = query.get('order_id') ?? '';
  const redirectResult = query.get('redirectResult'); // the provider's result, which the payer's browser brings back
  if (window.parent !== window) {
    window.parent.postMessage({ type: 'bank-returned', orderId, redirectResult }, location.origin);
  } else {
    const onwards = new URLSearchParams({ step: 'returned', order_id: orderId });
    if (redirectResult !== null) onwards.set('redirectResult', redirectResult);
    location.replace(`/pay-step?${onwards}`);
  }
})();
