/** A text as searches compare it: whatever its case, and however its letters are composed. Known to SQL as `folded`. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
