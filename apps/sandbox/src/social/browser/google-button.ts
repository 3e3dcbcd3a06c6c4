/** Inside Google's own frame: the press opens its window, and what comes back goes to the page around. */
const button = document.querySelector<HTMLButtonElement>('#button');
button?.addEventListener('click', () => {
  const query = new URLSearchParams({ origin: location.origin, nonce: button.dataset['nonce'] ?? '' });
  window.open(`/social/google/choose?${query.toString()}`, 'google', 'width=480,height=560');
});

addEventListener('message', (event: MessageEvent<{ social?: string; answer?: unknown }>) => {
  if (event.origin !== location.origin || event.data.social !== 'google' || !event.data.answer) return;
  // Whose page it is in was decided by the frame's own policy: local sites alone.
  parent.postMessage({ social: 'google-credential', answer: event.data.answer }, '*');
});
