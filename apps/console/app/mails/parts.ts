/** TABLE: the parts of a mail that are written, in their order, and how many lines each takes. */
export const mailParts = [
  { part: 'subject', rows: 1 },
  { part: 'heading', rows: 1 },
  { part: 'body', rows: 8 },
  { part: 'button', rows: 1 },
  { part: 'closing', rows: 4 },
  { part: 'text', rows: 8 },
] as const
