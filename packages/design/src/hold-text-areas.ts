/**
 * Has the text areas of a page keep what is marked in them when React takes the page over; to be called before. React
 * then sets the default text of each anew, which empties the selection of one that is unchanged. Given its own
 * text it counts as changed, and is left alone. What was typed is kept by `TextArea` itself.
 */
export function holdTextAreas(): void {
  for (const area of document.querySelectorAll('textarea')) {
    const { value } = area
    area.value = value
  }
}
