/** Runs in Google's frame: a press opens Google's window, and its result is posted to the page around the frame. */
const button = document.querySelector<HTMLButtonElement>('#button');
button?.addEventListener('click', () => {
  const query = new URLSearchParams({ origin: location.origin, nonce: button.dataset['nonce'] ?? '' });
  window.open(`/social/google/choose?${query.toString()}`, 'google', 'width=480,height=560');
});

addEventListener('message', (event: MessageEvent<{ social?: string; answer?: unknown }>) => {
  if (event.origin !== location.origin || event.data.social !== 'google' || !event.data.answer) return;
  // The frame's policy lets only local sites embed it, so any parent may get the result.
  parent.postMessage({ social: 'google-credential', answer: event.data.answer }, '*');
});
