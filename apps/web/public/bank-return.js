/* The bank sends the payer here. Inside our page: tell it. As the whole window: go on to the result. */
(function () {
  const orderId = new URLSearchParams(location.search).get('order_id') ?? '';
  if (window.parent !== window) {
    window.parent.postMessage({ type: 'bank-returned', orderId }, location.origin);
  } else {
    location.replace(`/pay-step?step=returned&order_id=${encodeURIComponent(orderId)}`);
  }
})();
