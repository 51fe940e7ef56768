/** Normalizes a text for searches: case and composition of letters do not matter. Known to SQL as `folded`. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
