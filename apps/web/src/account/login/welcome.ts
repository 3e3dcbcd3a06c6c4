const KEY = 'jawhara.welcome';

/** A login ends with a new page: the word of welcome waits for it, in this tab. */
export function leaveWelcome(nickname: string): void {
  try {
    sessionStorage.setItem(KEY, nickname);
  } catch {
    // Then nobody is welcomed; the header says who is signed in.
  }
}

export function takeWelcome(): string | null {
  try {
    const nickname = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return nickname;
  } catch {
    return null;
  }
}
