/** A nickname in any script: it never turns the sentence around it. */
export function Name({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}
