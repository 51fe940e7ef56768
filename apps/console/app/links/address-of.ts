/** Returns the address of the same page with these fields, without the empty ones. */
export function addressOf(fields: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`
}
