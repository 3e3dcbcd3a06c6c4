/** A stand-in drawn by us; the provider's own artwork takes its place before going live. */
export function FacebookMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill="#1877f2" stroke="none" />
      <path
        d="M10 24v-9H7v-3.6h3V9c0-3 1.6-4.6 4.4-4.6h2.2v3.2h-1.5c-1.3 0-1.7.7-1.7 1.8v2h3.1l-.5 3.6h-2.6v9z"
        fill="#fff"
        stroke="none"
      />
    </svg>
  );
}
