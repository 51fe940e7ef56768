/** The address of the same page with these fields, without those that are empty. */
export function addressOf(fields: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`
}
